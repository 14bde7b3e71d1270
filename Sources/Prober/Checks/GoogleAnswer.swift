import JSONText

/// What Google's Digital Asset Links API answered; its `debugString` is not read, as its reference asks.
struct GoogleAnswer {
    /// Error codes as they came; some may be told although there is a result.
    let errorCodes: [String]
    /// Whether the app is linked, of `assetlinks:check`; no where that is not told: JSON forms of Google's messages leave
    /// out what is false (protobuf.dev, "ProtoJSON Format").
    let isLinked: Bool
    /// Package names and fingerprints of the statements that open all URLs, of `statements:list`.
    let apps: Set<App>
    /// How long the answer holds.
    let freshness: DocumentFreshness?

    /// An app of a statement.
    struct App: Hashable {
        let packageName: String
        let fingerprint: String
    }

    /// Reads an answer with status 200; `nil` when it is no JSON object of the API.
    init?(_ observation: Observation) {
        guard let bytes = observation.document, let node = try? JSONReader.read(bytes, grammar: .rfc8259),
            case .object(let members) = node.value
        else { return nil }
        let top = Self.dictionary(members)
        guard ["statements", "linked", "maxAge", "errorCode"].contains(where: { top[$0] != nil }) else { return nil }
        errorCodes = Self.items(top["errorCode"]).compactMap(Self.text)
        if case .bool(true)? = top["linked"] { isLinked = true } else { isLinked = false }
        apps = Set(Self.items(top["statements"]).compactMap(Self.app))
        freshness = top["maxAge"].flatMap(Self.text).flatMap(Self.seconds).map { DocumentFreshness(lifetime: $0) }
    }

    /// Whether it is the prober's own question that is wrong, which says nothing of the host.
    var misunderstands: Bool { errorCodes.contains("ERROR_CODE_INVALID_QUERY") }

    /// What Google's API says of a question that it turns down (google.rpc.Status): a quota, a key; `nil` for nothing.
    static func complaint(_ observation: Observation) -> String? {
        guard observation.vantage == .googleDAL,
            case .object(let members)? = (try? JSONReader.read(observation.body, grammar: .rfc8259))?.value,
            case .object(let error)? = dictionary(members)["error"]
        else { return nil }
        return dictionary(error)["message"].flatMap(text).map { String($0.prefix(200)) }
    }

    private static func app(_ value: JSONValue) -> App? {
        guard case .object(let statement) = value, case .object(let target)? = dictionary(statement)["target"],
            case .object(let app)? = dictionary(target)["androidApp"] ?? dictionary(target)["android_app"]
        else { return nil }
        let fields = dictionary(app)
        guard case .string(let name)? = fields["packageName"] ?? fields["package_name"],
            case .object(let certificate)? = fields["certificate"]
        else { return nil }
        let prints = dictionary(certificate)
        guard case .string(let print)? = prints["sha256Fingerprint"] ?? prints["sha256_fingerprint"] else { return nil }
        return App(packageName: name, fingerprint: print.uppercased())
    }

    /// `"599.998704399s"`; the fraction is cut.
    private static func seconds(_ text: String) -> Duration? {
        guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds >= 0, seconds < 31_536_000 else {
            return nil
        }
        return .seconds(seconds)
    }

    private static func dictionary(_ members: [JSONMember]) -> [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.node.value) }) { first, _ in first }
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let nodes)? = value { nodes.map(\.value) } else { [] }
    }

    private static func text(_ value: JSONValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
}
