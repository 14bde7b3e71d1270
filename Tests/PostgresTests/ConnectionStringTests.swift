import Testing

@testable import Postgres

@Suite struct ConnectionStringTests {
    @Test func `a URL and keywords mean the same`() throws {
        let url = try ConnectionString("postgresql://ann:s%40cret@db.example:5433/postern?application_name=x")
        let keywords = try ConnectionString(
            "application_name=x user=ann password='s@cret' host=db.example port=5433 dbname=postern")
        #expect(Set(url.entries) == Set(keywords.entries))
    }

    @Test func `its description shows no password`() throws {
        let string = try ConnectionString("host=db.example password=hunter2 sslpassword=hunter3 user=ann")
        #expect(!"\(string)".contains("hunter"))
        #expect("\(string)".contains("host=db.example"))
        #expect(string.redacting("no hunter2 for ann") == "no … for ann")
    }

    @Test(arguments: [
        "postgresql://ann:hunter2@more@db.example/postern", "postgresql://ann:hunter2/more@db.example/postern",
        "postgresql://ann:12345/hunter2@db.example/postern", "host=db.example port=hunter2", "hunter2",
        "password='hunter2", "postgresql://ann:hunter2@[::1/postern", "hunter2=1", "host=a\u{0}hunter2",
        "postgresql://ann:hunter2%00@db.example/postern",
    ])
    func `a text that is misread is refused, and the refusal does not quote it`(text: String) {
        let error = postgresError { _ = try ConnectionString(text) }
        #expect(error?.code == .invalidConnectionString)
        #expect(error?.debugDescription.contains("hunter") == false)
        #expect(error?.debugDescription.contains("12345") == false)
    }

    @Test func `each host gets its own attempt with its port`() throws {
        let string = try ConnectionString("postgresql://ann@a.example:5433,b.example:5434/x")
        #expect(
            string.attempts.map { "\($0.value("host") ?? "") \($0.value("port") ?? "")" }
                == ["a.example 5433", "b.example 5434"])
        let onePort = try ConnectionString("host=a,b port=1 target_session_attrs=prefer-standby")
        #expect(
            onePort.attempts.map {
                "\($0.value("host") ?? "") \($0.value("port") ?? "") \($0.value("target_session_attrs") ?? "")"
            } == ["a 1 standby", "b 1 standby", "a 1 any", "b 1 any"])
    }

    @Test func `defaults fill what the string leaves open`() throws {
        var options = ConnectionOptions()
        options.statementTimeout = .milliseconds(1500)
        let string = options.applied(to: try ConnectionString("application_name=mine options='-c work_mem=1MB'"))
        #expect(string.value("application_name") == "mine")
        #expect(string.value("client_encoding") == "UTF8")
        #expect(string.value("keepalives_idle") == "60")
        #expect(string.value("tcp_user_timeout") == "30000")
        #expect(string.value("options") == "-c work_mem=1MB -c statement_timeout=1500")
    }

    @Test(arguments: [
        ("connection to server failed: FATAL:  57P03: the database system is starting up\nLOCATION:  x", "57P03"),
        ("FATAL:  28P01: password authentication failed", "28P01"), ("could not translate host name", nil),
        ("FATAL:  no code: here", nil),
    ])
    func `the SQLSTATE of a refused start-up is read from its message`(message: String, state: String?) {
        #expect(Connection.sqlState(inVerbose: message)?.code == state)
    }
}
