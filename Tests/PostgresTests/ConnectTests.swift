import Glibc
import Platform
import Postgres
import TestSupport
import Testing

@Suite struct ConnectTests {
    private func options(_ timeout: Duration) -> ConnectionOptions {
        var options = ConnectionOptions()
        options.connectTimeout = timeout
        return options
    }

    /// Connects within a time, and says how long that took.
    private func connectError(_ text: String, within timeout: Duration) throws -> (PostgresError?, Duration) {
        let string = try ConnectionString(text)
        let start = ContinuousClock.now
        let error = postgresError { _ = try Connection.connect(to: string, options: options(timeout)) }
        return (error, start.duration(to: ContinuousClock.now))
    }

    @Test func `a server that never answers costs the time given, by TCP and by Unix socket (case 117)`() throws {
        let silent = try SilentServer()
        for text in [silent.tcp, silent.unix, "\(silent.unix) sslmode=require"] {
            let (error, duration) = try connectError("\(text) user=ann dbname=x", within: .milliseconds(200))
            #expect(error?.code == .deadlineExceeded)
            #expect(error?.isUnavailable == true)
            #expect(duration < .seconds(60))
        }
    }

    @Test func `a full backlog on TCP costs the time given (case 117)`() throws {
        let silent = try SilentServer()
        let crowd = try silent.fillBacklog()
        let (error, duration) = try connectError("\(silent.tcp) user=ann dbname=x", within: .milliseconds(200))
        #expect(error?.code == .deadlineExceeded)
        #expect(duration < .seconds(60))
        withExtendedLifetime(crowd) {}
    }

    @Test func `nobody listens, no such name, no such database: each says so at once (case 117)`() throws {
        let cluster = try PostgresFixture.shared().cluster
        let closed = try ClosedPort()
        let (refused, _) = try connectError(
            "host=127.0.0.1 port=\(closed.address.port) user=ann", within: .seconds(60))
        #expect(refused?.code == .connectionFailed)
        #expect(refused?.isUnavailable == true)
        let (noDatabase, _) = try connectError(cluster.connectionString(database: "nowhere"), within: .seconds(60))
        #expect(noDatabase?.sqlState == .unknownDatabase)
        #expect(noDatabase?.isUnavailable == false)
        let (noRole, _) = try connectError(
            "host=\(cluster.directory) user=nobody_here dbname=postgres", within: .seconds(60))
        #expect(noRole?.sqlState == .invalidAuthorization)
    }

    @Test func `a silent or refusing first host leaves time for the second`() throws {
        let cluster = try PostgresFixture.shared().cluster
        let silent = try SilentServer()
        let closed = try SilentServer().directory
        for first in [silent.directory, closed] {
            let string = try ConnectionString(
                "host=\(first),\(cluster.directory) user=\(PostgresCluster.superuser) dbname=postgres port=5432")
            let connection = try Connection.connect(to: string, options: options(.seconds(20)))
            #expect(connection.target.description.contains(cluster.directory))
        }
    }

    @Test(arguments: [
        ("any", true), ("primary", true), ("read-write", true), ("prefer-standby", true), ("standby", false),
        ("read-only", false), ("nonsense", false),
    ])
    func `target_session_attrs is honoured`(wanted: String, connects: Bool) throws {
        let cluster = try PostgresFixture.shared().cluster
        let (error, _) = try connectError(
            "\(cluster.connectionString(database: "postgres")) target_session_attrs=\(wanted)", within: .seconds(60))
        #expect((error == nil) == connects)
    }

    @Test func `a session has our name, UTF-8, and the limit that was asked for`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect {
            $0.applicationName = "postern-test"
            $0.statementTimeout = .seconds(7)
        }
        func show(_ name: String) throws -> String {
            try connection.queryOne(Statement<String>.select("current_setting($1)", [.text]), [.text(name)])
        }
        #expect(try show("application_name") == "postern-test")
        #expect(try show("client_encoding") == "UTF8")
        #expect(try show("statement_timeout") == "7s")
        #expect(connection.isStandby == false)
        #expect(connection.serverVersion >= 150_000)
    }

    @Test func `too many connections are an error with its SQLSTATE (case 129)`() throws {
        let cluster = try PostgresCluster(settings: ["max_connections=4", "superuser_reserved_connections=0"])
        var connections: [Connection] = []
        let error = postgresError { for _ in 0..<5 { connections.append(try cluster.connect()) } }
        #expect(connections.count == 4)
        #expect(error?.sqlState == .tooManyConnections)
        #expect(error?.isUnavailable == true)
    }

    @Test func `notices reach the closure with severity and text`() throws {
        let notices = LockedValue<[Notice]>([])
        let connection = try PostgresFixture.shared().makeDatabase().connect {
            $0.onNotice = { notice in notices.withLock { $0.append(notice) } }
        }
        try connection.run(script: "DO $$ BEGIN RAISE WARNING 'look %', 1; END $$")
        let seen = notices.withLock { $0 }
        #expect(seen.map(\.message) == ["look 1"])
        #expect(seen.map(\.severity) == ["WARNING"])
        #expect(seen.map(\.sqlState?.code) == ["01000"])
    }
}

/// Listens on TCP and on a Unix socket, and accepts nobody.
final class SilentServer {
    let directory: String
    private let port: UInt16
    private let sockets: [Int32]

    init() throws {
        var template = Array("/tmp/postern-silent-XXXXXX".utf8CString)
        _ = unsafe mkdtemp(&template)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        directory = path

        let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe bind(tcp, $0, length)
                _ = unsafe getsockname(tcp, $0, &length)
            }
            return unsafe UInt16(bigEndian: pointer.pointee.sin_port)
        }
        listen(tcp, 0)

        let unix = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var local = sockaddr_un()
        local.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &local.sun_path) { bytes in
            unsafe bytes.copyBytes(from: "\(path)/.s.PGSQL.5432".utf8)
        }
        unsafe withUnsafePointer(to: &local) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe bind(unix, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        listen(unix, 16)
        sockets = [tcp, unix]
    }

    deinit {
        for socket in sockets { close(socket) }
        _ = unsafe unlink("\(directory)/.s.PGSQL.5432")
        _ = unsafe rmdir(directory)
    }

    var tcp: String { "host=127.0.0.1 port=\(port)" }
    var unix: String { "host=\(directory) port=5432" }

    /// Connects until the kernel lets nobody in any more; the connections last as long as the result.
    func fillBacklog() throws -> [FileDescriptorBox] {
        (0..<8).map { _ in
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = unsafe Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            return FileDescriptorBox(client)
        }
    }
}

/// Closes its descriptor when it goes.
final class FileDescriptorBox {
    private let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}
