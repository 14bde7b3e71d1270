import TestSupport
import Testing

@testable import Gateway

/// Metrics and the access log, which see what clients send.
@Suite struct MetricsTests {
    private func series(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            line.split(separator: " ").dropLast().joined(separator: " ")
        }
    }

    private func value(_ name: String, _ text: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.utf8.count + 1)) } ?? -1
    }

    @Test func `the number of series stays as it is, whatever is asked for (case 92)`() throws {
        let gateway = try GatewayFixture()
        var generator = SeededGenerator(seed: 92)
        // Every tenant's series are there once it was asked for something.
        for host in ["go.shop.example", "go.blog.example", "a.wild.example", "pair.example", "go.closed.example"] {
            _ = try gateway.ask("/", host: host)
        }
        let counter = "postern_requests_total"
        func total(_ text: String) -> Int {
            text.split(separator: "\n").filter { $0.hasPrefix(counter + "{") }
                .reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) }
        }
        let isReady = try comesTrue { total(try gateway.metrics()) == 5 }
        #expect(isReady)
        let before = series(try gateway.metrics())
        #expect(Set(before).count == before.count)

        func word() -> String { String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36) }
        let client = try gateway.connect()
        for _ in 0..<100 {
            var batch = ""
            for index in 0..<30 {
                let host =
                    index % 3 == 0 ? "\(word()).example" : index % 3 == 1 ? "go.shop.example" : "\(word()).wild.example"
                let method = index % 5 == 0 ? word().uppercased() : "GET"
                batch += "\(method) /\(word())?\(word())=\(word()) HTTP/1.1\r\nHost: \(host)\r\n\(word()): x\r\n\r\n"
            }
            client.send(batch)
            for _ in 0..<30 { #expect(client.receiveResponse().status != 0) }
        }
        var text = ""
        let isComplete = try comesTrue {
            text = try gateway.metrics()
            return total(text) == 3005
        }
        #expect(isComplete)
        #expect(series(text) == before)
        #expect(value("postern_requests_total{reason=\"unknownHost\",status=\"4xx\"}", text) > 500)
        #expect(value("postern_records_dropped_total", text) == 0)
    }

    @Test func `who asks is counted where the answer depends on it`() throws {
        let gateway = try GatewayFixture()
        for userAgent in [ClientTests.phone, "WhatsApp/2.23 A", "WhatsApp/2.23 A"] {
            _ = try gateway.ask("/app/7", "User-Agent: \(userAgent)")
            _ = try gateway.ask("/items/7", "User-Agent: \(userAgent)")
        }
        let isCounted = try comesTrue {
            let text = try gateway.metrics()
            return value("postern_client_requests_total{client=\"browser\",platform=\"ios\"}", text) == 1
                && value("postern_client_requests_total{client=\"preview\",platform=\"other\"}", text) == 2
        }
        #expect(isCounted)
        let all = try gateway.metrics().split(separator: "\n").filter { $0.hasPrefix("postern_client_requests_total") }
        #expect(all.reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) } == 3)
    }

    @Test func `each answer is counted by its reason`() throws {
        let gateway = try GatewayFixture()
        let requests: [(target: String, host: String, series: String)] = [
            ("/items/7", "go.shop.example", "route\",status=\"3xx"),
            ("/none", "go.shop.example", "fallback\",status=\"3xx"),
            ("/c/spring", "go.shop.example", "link\",status=\"3xx"),
            ("/c/none", "go.shop.example", "unknownLink\",status=\"4xx"),
            ("/c/over", "go.shop.example", "expiredLink\",status=\"4xx"),
            ("/%FF", "go.shop.example", "badPath\",status=\"4xx"),
            ("/p/1", "go.closed.example", "suspended\",status=\"4xx"),
            ("/", "evil.example", "unknownHost\",status=\"4xx"),
            ("/", "a..example", "malformedHost\",status=\"4xx"),
            ("/robots.txt", "go.shop.example", "reservedPath\",status=\"2xx"),
            ("/p/1", "wild.example", "unknownHost\",status=\"4xx"),
        ]
        for request in requests { _ = try gateway.ask(request.target, host: request.host) }
        _ = try gateway.ask("/", method: "POST")
        let names = Dictionary(grouping: requests.map(\.series) + ["method\",status=\"4xx"]) { $0 }
        let isCounted = try comesTrue {
            let text = try gateway.metrics()
            return names.allSatisfy { value("postern_requests_total{reason=\"\($0.key)\"}", text) == $0.value.count }
        }
        #expect(isCounted)
        #expect(value("postern_tenant_requests_total{tenant=\"closed\",status=\"4xx\"}", try gateway.metrics()) == 1)
    }
}
