import DeepLinks

/// All statements of a source: those of its file and of the files that this includes (Digital Asset Links specification).
package struct AssetLinks: Sendable {
    /// Whose they are.
    package let source: Asset
    /// The statements that count, in order, those of an include in its place.
    package private(set) var statements: [AndroidStatement] = []
    /// What went wrong; each may stand beside good statements.
    package private(set) var errors: [AssetError] = []
    /// Whether a list was found and has nothing in it.
    package private(set) var isEmpty = false

    /// Files that are fetched for one source at most.
    package static let fetchBudget = 16

    private var fetches = 0

    /// Gets the statements.
    ///
    /// - Parameters:
    ///   - source: Whose.
    ///   - fetcher: Gets the files.
    ///   - depth: How many includes inside each other are followed: 1 as Android's own verifier does. By default as many
    ///     as the budget lets.
    package init(of source: Asset, by fetcher: some AssetFetcher, depth: Int = fetchBudget) {
        self.source = source
        switch source {
        case .web(let site):
            fetch(
                "\(site)/.well-known/assetlinks.json", stack: [site.scheme == .https], depth: depth, by: fetcher)
        case .app(let package, let fingerprint):
            // An app that is not there says nothing. One that is there counts as fetched over TLS.
            guard let bytes = fetcher.statements(ofApp: package, fingerprint: fingerprint) else { return }
            read(bytes, from: "the manifest", stack: [true], depth: depth, by: fetcher)
        }
    }

    /// The statements one by one: for each relation and each target one; the same is not said twice.
    package func list(relation: AssetRelation? = nil) -> [AssetStatement] {
        var seen: Set<AssetStatement> = []
        return statements.flatMap { statement in
            statement.relations.filter { relation == nil || $0.value == relation }.flatMap { relation in
                statement.targets.map { AssetStatement(source: source, relation: relation.value, target: $0) }
            }
        }.filter { seen.insert($0).inserted }
    }

    /// Whether the source has the relation to the target.
    package func links(_ relation: AssetRelation, to target: Asset) -> Bool {
        statements.contains { $0.has(relation) && $0.targets.contains(target) }
    }

    // MARK: - Fetching

    /// Fetches a file and what it includes.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - stack: Whether each file on the way to this one, and this one, came over TLS.
    ///   - depth: How many includes deeper it may go.
    ///   - fetcher: Gets the files.
    private mutating func fetch(_ url: String, stack: [Bool], depth: Int, by fetcher: some AssetFetcher) {
        guard fetches < Self.fetchBudget else {
            add(.budget, "Fetch budget exhausted before \(url)")
            return
        }
        fetches += 1
        switch fetcher.fetch(url) {
        case .failed(let reason): add(.fetch, "\(url): \(reason)")
        case .untrusted(let reason): add(.certificate, "\(url): \(reason)")
        case .status(let status) where (300..<400).contains(status):
            add(.redirect, "\(url): \(status), and redirects are not followed")
        case .status(let status): add(.fetch, "\(url): \(status)\(Self.phrase(of: status))")
        case .found(let type, let bytes):
            guard type.map(Self.isJSON) ?? true else {
                add(.contentType, "\(url): the media type is not application/json")
                return
            }
            read(bytes, from: url, stack: stack, depth: depth, by: fetcher)
        }
    }

    private mutating func read(
        _ bytes: [UInt8], from url: String, stack: [Bool], depth: Int, by fetcher: some AssetFetcher
    ) {
        let document: AndroidDocument
        do throws(AssociationReadingError) {
            document = try AndroidDocument(bytes)
        } catch {
            if case .tooLarge = error {
                add(.tooLarge, "\(url): \(error)")
            } else {
                add(.malformed, "Could not parse statement list \(url): \(error)")
            }
            return
        }
        for refusal in document.refusals {
            add(.malformed, "Could not parse statement list \(url): \(refusal.position): \(refusal.message)")
        }
        statements += document.statements
        isEmpty = isEmpty || (document.itemCount == 0 && stack.count == 1)
        for include in document.includes {
            guard depth > 0 else {
                add(.budget, "Fetch budget exhausted: \(include.url.value) is too deep")
                continue
            }
            let isSecure = include.site.scheme == .https
            if !isSecure, stack.first == true {
                add(.insecure, "Insecure URL in fetch stack of secure asset: \(include.url.value)")
            } else if !isSecure, stack.last == true {
                add(.insecure, "Insecure include file included by secure include file: \(include.url.value)")
            } else {
                fetch(include.url.value, stack: stack + [isSecure], depth: depth - 1, by: fetcher)
            }
        }
    }

    private mutating func add(_ code: AssetError.Code, _ message: String) {
        let error = AssetError(code, message)
        // Around a circle the same goes wrong again and again.
        if !errors.contains(error) { errors.append(error) }
    }

    private static func isJSON(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased()
        return name.filter { $0 != " " && $0 != "\t" } == "application/json"
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 403: " Forbidden"
        case 404: " Not Found"
        case 500: " Internal Server Error"
        case 503: " Service Unavailable"
        default: ""
        }
    }
}
