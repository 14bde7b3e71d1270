import Association
import DeepLinks
import Foundation
import JSONText
import Testing

@Suite(.enabled(if: Cases.areThere, Cases.reason)) struct AndroidCaseTests {
    @Test func `every row of the compatibility suite is answered as Google answers it`() throws {
        for (number, row) in try Cases.rows("assetlinks.tsv").enumerated() {
            let comment: Comment = "row \(number + 2): \(row[0]) \(row[4])"
            let operation = try #require(AssetQuery.Operation(rawValue: row[1]))
            let answer = try Answer(request: row[4], operation, Content(web: row[2], apps: row[3]))
            #expect(answer.outcome == row[5], comment)
            #expect(row[6].isEmpty || answer.codes.contains(row[6]), "\(comment) \(answer.codes)")
            #expect(
                row[7].isEmpty || answer.messages.contains { $0.range(of: row[7], options: .regularExpression) != nil },
                "\(comment) \(answer.messages)")
            #expect(Set(answer.response) == Set(try Self.response(row[8])), comment)
            #expect(answer.response.count == Set(answer.response).count, comment)
        }
    }

    /// The expected statements in canonical text, or `true` and `false`.
    private static func response(_ text: String) throws -> [String] {
        let items = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
        return try items.map { item in
            if let text = item as? String { return text }
            let data = try JSONSerialization.data(withJSONObject: item, options: .sortedKeys)
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test func `every row of dynamic rules is decided as the documentation says`() throws {
        for (number, row) in try Cases.rows("dynamic-app-links.tsv").enumerated() {
            let document = try AndroidDocument(Array(Statement.text(rules: row[0]).utf8))
            let rules = try #require(document.statements.first?.dynamicRules?.rules, "row \(number + 2)")
            #expect(
                AndroidMatcher.decision(try LinkURL(row[1]), rules: rules).rawValue == row[2], "row \(number + 2)")
        }
    }
}

/// What a row's web and apps hold.
private struct Content: AssetFetcher {
    private var files: [String: (status: Int, type: String?, bytes: [UInt8])] = [:]
    private var apps: [String: [UInt8]] = [:]

    init(web: String, apps: String) throws {
        if !web.isEmpty {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(web.utf8)) as? [String: [String: Any]])
            files = object.mapValues { file in
                (
                    file["status"] as? Int ?? 200, file["content_type"] as? String,
                    Array((file["body"] as? String ?? "").utf8)
                )
            }
        }
        if !apps.isEmpty {
            let items = try #require(try JSONSerialization.jsonObject(with: Data(apps.utf8)) as? [[String: String]])
            for item in items {
                let key = "\(item["package_name"] ?? "") \(item["cert_fingerprint"] ?? "")"
                self.apps[key] = Array((item["assets_statements"] ?? "").utf8)
            }
        }
    }

    func fetch(_ url: String) -> AssetFetch {
        guard let file = files[url] else { return .status(404) }
        return file.status == 200 ? .found(contentType: file.type, bytes: file.bytes) : .status(file.status)
    }

    func statements(ofApp package: String, fingerprint: String) -> [UInt8]? { apps["\(package) \(fingerprint)"] }
}

/// The API's answer to a row's request.
private struct Answer {
    var outcome = "SUCCESS"
    var codes: [String] = []
    var messages: [String] = []
    var response: [String] = []

    init(request: String, _ operation: AssetQuery.Operation, _ content: Content) throws {
        let query: AssetQuery
        do throws(AssetError) {
            query = try AssetQuery(JSONReader.parsed(request), operation: operation)
        } catch {
            (outcome, messages) = ("QUERY_PARSING_ERROR", [error.message])
            return
        }
        let links = AssetLinks(of: query.source, by: content)
        codes = links.errors.compactMap { $0.code?.rawValue }
        messages = links.errors.map(\.message)
        switch operation {
        case .check:
            let relation = try #require(query.relation)
            // Nothing at all, unlike no such statement, is answered by nothing.
            let isLinked = links.links(relation, to: try #require(query.target))
            response = ["\(isLinked)"]
        case .list:
            response = links.list(relation: query.relation).map(\.json)
            if links.isEmpty, query.relation == nil { messages.append("No statements were found") }
        }
        if !messages.isEmpty { outcome = "FETCH_ERROR" }
        if links.isEmpty, operation == .check { response = [] }
    }
}

extension JSONReader {
    fileprivate static func parsed(_ text: String) -> JSONNode {
        (try? read(Array(text.utf8), grammar: .rfc8259)) ?? JSONNode(value: .null, position: .start)
    }
}

extension AssetStatement {
    /// The text of the API, keys in order, hosts with their dot.
    fileprivate var json: String {
        #"{"relation":"\#(relation)","source":\#(source.json),"target":\#(target.json)}"#
            .replacingOccurrences(of: "/", with: #"\/"#)
    }
}

extension Asset {
    fileprivate var json: String {
        switch self {
        case .web(let site):
            let port = site.description.hasSuffix(":\(site.port)") ? ":\(site.port)" : ""
            return #"{"web":{"site":"\#(site.scheme.rawValue)://\#(site.host).\#(port)"}}"#
        case .app(let package, let fingerprint):
            return #"""
                {"android_app":{"certificate":{"sha256_fingerprint":"\#(fingerprint)"},"package_name":"\#(package)"}}
                """#
        }
    }
}
