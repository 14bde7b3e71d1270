import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// What a balancer and a supervisor are told.
@Suite struct HealthTests {
    private static let head = [
        "Content-Type: application/json", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
    ]

    /// The report without the age, which differs from run to run.
    private func report(_ response: TestResponse) -> String {
        let parts = response.body.split(separator: ",").filter { !$0.hasPrefix("\"last_read_age_seconds\"") }
        return parts.joined(separator: ",")
    }

    @Test func `a process lives before it is ready (cases 132, 134, 136, 140)`() throws {
        let gateway = try GatewayFixture(nil)
        let live = try gateway.health("/livez")
        #expect(live.status == 200 && live.body == "ok\n")
        let ready = try gateway.health("/readyz")
        #expect(ready.head.dropLast() == ["HTTP/1.1 503 Service Unavailable"] + Self.head)
        #expect(
            ready.body
                == "{\"version\":1,\"ready\":false,\"reasons\":[\"starting\"],\"source\":\"file\",\"stale_tenants\":0,"
                + "\"unreadable_tenants\":0}\n")
    }

    @Test func `it is ready with a table, until it drains`() throws {
        let gateway = try GatewayFixture()
        let ready = try gateway.health("/readyz")
        #expect(ready.head.dropLast() == ["HTTP/1.1 200 OK"] + Self.head)
        #expect(
            report(ready)
                == "{\"version\":1,\"ready\":true,\"reasons\":[],\"source\":\"file\",\"file\":\"good\","
                + "\"stale_tenants\":0,\"unreadable_tenants\":0}\n")
        #expect(ready.body.contains("\"last_read_age_seconds\":"))
        gateway.parts.health.update { $0.isDraining = true }
        let draining = try gateway.health("/readyz")
        #expect(draining.status == 503 && draining.body.contains("\"reasons\":[\"draining\"]"))
        #expect(try gateway.health("/livez").status == 200)
    }

    @Test func `it is unready when the last read is older than allowed`() throws {
        let gateway = try GatewayFixture { $0.maxStaleness = .seconds(3600) }
        #expect(try gateway.health("/readyz").status == 200)
        gateway.parts.health.update { $0.lastRead = .now() + .seconds(-3601) }
        let stale = try gateway.health("/readyz")
        #expect(stale.status == 503 && stale.body.contains("\"reasons\":[\"stale\"]"))
        gateway.parts.health.update { $0.isDraining = true }
        #expect(try gateway.health("/readyz").body.contains("\"reasons\":[\"draining\",\"stale\"]"))
        gateway.parts.source.reload()
        gateway.parts.health.update { $0.isDraining = false }
        #expect(try gateway.health("/readyz").status == 200)
    }

    @Test func `a database that is away makes nobody unready by itself (case 132)`() throws {
        let health = ServiceHealth(source: .database, maxStaleness: nil)
        health.update { state in
            state.hasTable = true
            state.isSourceGood = false
            state.cursor = 17
            state.lastRead = .now() + .seconds(-86_400)
            state.staleTenants = 2
        }
        let report = health.report()
        #expect(report.isReady)
        let text = String(decoding: report.json, as: UTF8.self)
        for part in ["\"database\":\"degraded\"", "\"cursor\":17", "\"stale_tenants\":2", "\"reasons\":[]"] {
            #expect(text.contains(part))
        }
    }

    @Test(
        arguments: [
            ("HEAD", "/livez", 200), ("HEAD", "/readyz", 200), ("POST", "/livez", 405), ("OPTIONS", "/readyz", 405),
            ("GET", "/", 404), ("GET", "/livez/", 404), ("GET", "/metrics", 404), ("GET", "/livez?x=1", 200),
            ("GET", "/healthz", 404), ("GET", "http://10.0.0.7/livez", 200),
        ]
    )
    func `the health listener answers its two paths alone`(method: String, path: String, status: Int) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.health(path, method: method).status == status)
    }

    @Test(
        arguments: [
            "GET /livez HTTP/1.0\r\n\r\n", "GET /livez HTTP/1.1\r\n\r\n", "GET /livez HTTP/1.1\r\nHost:\r\n\r\n",
            "GET /livez HTTP/1.1\r\nHost: [fd00::7]:8081\r\n\r\n",
            "GET /livez HTTP/1.1\r\nHost: go.shop.example\r\n\r\n",
            "GET /livez HTTP/1.1\r\nHost: a b/c\r\n\r\n",
        ]
    )
    func `any Host or none will do (case 134)`(request: String) throws {
        let gateway = try GatewayFixture()
        let client = try TestClient(to: gateway.parts.healthServer.boundAddresses[0])
        #expect(client.exchange(request).body == "ok\n")
    }
}
