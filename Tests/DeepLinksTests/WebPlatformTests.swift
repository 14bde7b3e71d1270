import Foundation
import Testing

@testable import DeepLinks

/// Compares what we accept with what browsers make of it: the Web Platform Tests, found by `POSTERN_CASES`.
@Suite struct WebPlatformTests {
    static let folder = ProcessInfo.processInfo.environment["POSTERN_CASES"].map { $0 + "/wpt" }

    struct Parse: Decodable {
        var input: String
        var failure: Bool?
        var `protocol`: String?
        var username: String?
        var hostname: String?
        var port: String?
        var pathname: String?
        var search: String?
        var hash: String?
    }

    struct Label: Decodable {
        var input: String
        var output: String?
    }

    private func read<Value: Decodable>(_ name: String) throws -> [Value] {
        let data = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.folder) + "/" + name))
        let entries = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
        return try entries.filter { $0 is [String: Any] }.map { entry in
            try JSONDecoder().decode(Value.self, from: try JSONSerialization.data(withJSONObject: entry))
        }
    }

    @Test(.enabled(if: folder != nil, "POSTERN_CASES does not name the folder of cases"))
    func `a destination that we accept is the same URL to a browser`() throws {
        var accepted = 0
        for parse: Parse in try read("urltestdata.json") {
            guard let url = try? WebURL(parse.input) else { continue }
            accepted += 1
            #expect(parse.failure != true, "\(parse.input)")
            #expect(parse.protocol == "\(url.scheme.rawValue):", "\(parse.input)")
            #expect(parse.hostname == url.host, "\(parse.input)")
            #expect(parse.username == "", "\(parse.input)")
            let standard = url.scheme == .https ? 443 : 80
            #expect(parse.port == (url.port == standard ? "" : url.port.map(String.init) ?? ""), "\(parse.input)")
            let parts = URLText.Parts(Array(url.text.utf8), from: try URLAuthority(Array(url.text.utf8)).end)
            let path = String(bytes: Array(url.text.utf8)[parts.path])
            #expect(parse.pathname == (path.isEmpty ? "/" : path), "\(parse.input)")
        }
        #expect(accepted > 20)
    }

    @Test(.enabled(if: folder != nil, "POSTERN_CASES does not name the folder of cases"))
    func `a link's URL that we accept has the browser's scheme and host`() throws {
        for parse: Parse in try read("urltestdata.json") {
            guard let url = try? LinkURL(parse.input), let name = try? HostName(url.hostText) else { continue }
            #expect(parse.failure != true, "\(parse.input)")
            #expect(parse.protocol == "\(url.scheme.rawValue):", "\(parse.input)")
            let hostname = parse.hostname.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
            #expect(hostname == name.text, "\(parse.input)")
        }
    }

    @Test(.enabled(if: folder != nil, "POSTERN_CASES does not name the folder of cases"))
    func `a host name that we accept is the browser's`() throws {
        for label: Label in try read("toascii.json") {
            for text in [label.input, label.input + ".example.com"] {
                guard let name = try? HostName(text) else { continue }
                let expected = label.output.map { text == label.input ? $0 : $0 + ".example.com" }
                #expect(name.text == expected, "\(text)")
            }
        }
    }
}
