import Association
import DeepLinks
import Testing

@testable import ClientCode

/// What an app has to make of a URL: the decision of the gateway's own program.
struct ClientOracle {
    /// A domain with what decides there.
    struct Site {
        let domain: Domain
        let set: RouteSet
        let decisions: AppDecisions
        let matcher: AppleMatcher?
        /// The items that routes and opt-out name.
        let items: Set<String>
    }

    let links: ClientLinks
    private let sites: [Site]
    private let schemeSite: Site?
    private let places: [RouteName: LinkPlace]
    private let language: CodeLanguage

    init(_ tenant: Tenant, _ links: ClientLinks, _ language: CodeLanguage) throws {
        self.links = links
        self.language = language
        sites = try links.domains.map { domain in
            let set = tenant.routeSet(for: domain)
            let bytes = try tenant.associationFile(for: domain, kind: .aasa)
            let items =
                set.routes.flatMap { $0.pattern.items.map(\.name) } + [domain.optOut?.queryItem].compactMap(\.self)
            return Site(
                domain: domain, set: set, decisions: AppDecisions(set),
                matcher: try bytes.map { AppleMatcher(try AppleDocument($0)) }, items: Set(items))
        }
        let all = RouteSet(fallback: tenant.web, apps: tenant.apps, routes: tenant.routes)
        schemeSite =
            links.sharesForms && links.app.scheme != nil
            ? Site(domain: sites[0].domain, set: all, decisions: AppDecisions(all), matcher: nil, items: []) : nil
        let root = LinkEnum(links, typeName: "Any", rules: language == .swift ? .swift : .kotlin)
        places = Dictionary(root.places.map { ($0.link.route.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A host of each domain.
    var hosts: [String] { links.domains.map(\.name).map { $0.isWildcard ? "www.\($0.base)" : $0.text } }

    /// The link that the app has to read, in the form that the driver writes; `nil` for none.
    func link(_ text: String) -> Reading? {
        guard let (site, url) = site(of: text), let match = site.decisions.match(url) else { return nil }
        let route = site.set.routes[match.route]
        guard route.opens(links.app.name), let place = places[route.name] else { return nil }
        return Reading(place, match.captures, language)
    }

    /// Whether the oracle knows what to say of a URL of the app's own scheme.
    func knows(_ text: String) -> Bool {
        guard isOwnScheme(text) else { return true }
        guard schemeSite != nil else { return false }
        // What the gateway answers itself means nothing there.
        let path = Self.path(ofScheme: text).lowercased()
        return ![".well-known", "robots.txt", "favicon.ico", "apple-app-site"].contains { path.contains($0) }
    }

    func isOwnScheme(_ text: String) -> Bool {
        links.app.scheme.map { text.prefix { $0 != ":" }.lowercased() == $0.text } ?? false
    }

    /// Whether Apple's system opens the app; `nil` where the promise is not about the URL.
    func opensByFile(_ text: String) -> Bool? {
        guard !isOwnScheme(text), let (site, url) = site(of: text), let matcher = site.matcher,
            case .ios(let appID, _) = links.app.identity, url.port == nil, !url.hostText.isEmpty,
            isOrdinary(url, site)
        else { return nil }
        return matcher.decision(url, app: appID.text).outcome == .open
    }

    private static func path(ofScheme text: String) -> Substring {
        text.prefix { $0 != "#" }.prefix { $0 != "?" }.drop { $0 != ":" }.dropFirst().drop { $0 == "/" }
    }

    private func site(of text: String) -> (Site, LinkURL)? {
        if isOwnScheme(text) {
            let rest = text.drop { $0 != ":" }.dropFirst().drop { $0 == "/" }
            guard let schemeSite, let url = try? LinkURL("https://scheme.example/\(rest)") else { return nil }
            return (schemeSite, url)
        }
        guard let url = try? LinkURL(text) else { return nil }
        guard url.hasDefaultPort else { return nil }
        var host = RequestHost()
        let bytes = Array(url.hostText.utf8)
        guard host.read(bytes.span) == .name else { return nil }
        var name = ""
        for index in host.name.indices { name.unicodeScalars.append(Unicode.Scalar(host.name[index])) }
        return sites.first { $0.domain.name.covers(name) }.map { ($0, url) }
    }

    /// Design: what the promise of the association files is about.
    private func isOrdinary(_ url: LinkURL, _ site: Site) -> Bool {
        let segments = url.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        let inner = segments.reversed().drop { $0.isEmpty }
        guard inner.allSatisfy({ segment in Self.decoded(segment).map(Self.isPlain) ?? false }),
            url.bytes.allSatisfy({ Self.characters.contains($0) })
        else { return false }
        let folded = Set(site.items.map { $0.lowercased() })
        for item in (url.query ?? []).split(separator: UInt8(ascii: "&")) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let text = String(decoding: name, as: UTF8.self)
            guard let plain = Self.decoded(name) else { continue }
            if site.items.contains(text) {
                guard Self.decoded(item.dropFirst(name.count + 1)) != nil else { return false }
            } else if folded.contains(plain.lowercased()) {
                return false
            }
        }
        return true
    }

    /// Whether the gateway takes the text as a segment: it answers control characters and backslashes with 404.
    private static func isPlain(_ segment: String) -> Bool {
        !["", ".", ".."].contains(segment) && segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }
    }

    private static let characters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%".utf8)

    static func decoded(_ text: some Sequence<UInt8>) -> String? {
        let bytes = Array(text)
        var position = 0
        while let escape = bytes[position...].firstIndex(of: UInt8(ascii: "%")) {
            guard escape + 2 < bytes.count, bytes[escape + 1].isHexDigit, bytes[escape + 2].isHexDigit else {
                return nil
            }
            position = escape + 3
        }
        return String(validating: PercentEncoding.decoded(bytes), as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }
}

extension ClientOracle {
    /// A link with its values.
    struct Reading: Equatable {
        /// Cases or types, and values, texts in hexadecimal: `recipes(detail(id=37,referrer=nil))`.
        let text: String
        /// The text of the same link without host, as it has to be printed.
        let target: String

        /// `nil` when a value is no text.
        init?(_ place: LinkPlace, _ captures: [ExplainedCapture], _ language: CodeLanguage) {
            var fields: [String] = []
            var printed: [String: String] = [:]
            for (parameter, capture) in zip(place.link.parameters, captures) {
                guard let value = Value(parameter, capture.value, language) else { return nil }
                fields.append("\(parameter.label)=\(value.text)")
                printed[capture.name] = value.printed
            }
            let names = place.path.map(\.name)
            let inner = fields.isEmpty ? "" : "(\(fields.joined(separator: ",")))"
            text =
                switch language {
                case .swift: names.joined(separator: "(") + inner + String(repeating: ")", count: names.count - 1)
                case .kotlin: place.kotlinType + inner
                }
            target = place.link.route.webForm.text(printed)
        }
    }

    private struct Value {
        let text: String
        let printed: String?

        init?(_ parameter: LinkParameter, _ raw: String, _ language: CodeLanguage) {
            let hex = { (text: String) in text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() }
            switch parameter.kind {
            case .optionalText:
                // An optional item that is no text is as good as none.
                let decoded = raw.isEmpty ? nil : ClientOracle.decoded(raw.utf8)
                (text, printed) = (decoded.map(hex) ?? "nil", decoded?.percentEncodedText)
            case .text:
                let isSegment = parameter.capture.place == .segment
                guard let decoded = isSegment ? Self.decodedBeforeTail(raw) : ClientOracle.decoded(raw.utf8) else {
                    return nil
                }
                (text, printed) = (hex(decoded), decoded.percentEncodedText)
            case .integer(let digits):
                let number = raw.drop { $0 == "0" }
                text = number.isEmpty ? "0" : String(number)
                printed = digits == nil ? text : raw
            case .choice(_, let values):
                guard
                    let value = values.first(where: { $0.text == raw })
                        ?? values.first(where: { $0.text.lowercased() == raw.lowercased() })
                else { return nil }
                (text, printed) = (language == .swift ? value.name : KotlinSpelling.entry(value.name), value.text)
            case .segments:
                let segments = raw.split(separator: "/").compactMap { ClientOracle.decoded($0.utf8) }
                text = "[\(segments.map(hex).joined(separator: ";"))]"
                printed = segments.map { "/" + $0.percentEncodedText }.joined()
            }
        }

        /// A segment without its tail: what the tail cuts off of an escape at the end, and the character with it, is text.
        private static func decodedBeforeTail(_ raw: String) -> String? {
            // A character has four octets at most, twelve bytes when encoded.
            (0...min(11, raw.utf8.count)).lazy.compactMap { count in
                ClientOracle.decoded(raw.utf8.dropLast(count)).map { $0 + raw.suffix(count) }
            }.first
        }
    }
}

extension LinkForm {
    /// The path and query with the values.
    fileprivate func text(_ values: [String: String]) -> String {
        let path = segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .capture(let capture, let head, let tail): "/\(head)\(values[capture.name] ?? "")\(tail)"
            case .rest(let capture): values[capture.name] ?? ""
            }
        }.joined()
        let query = items.compactMap { item in
            switch item.value {
            case .literal(let text): "\(item.name)=\(text)"
            case .capture(let capture): values[capture.name].map { "\(item.name)=\($0)" }
            }
        }.joined(separator: "&")
        return (path.isEmpty && segments.isEmpty ? "/" : path) + (query.isEmpty ? "" : "?\(query)")
    }
}

extension String {
    fileprivate var percentEncodedText: String {
        utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain
                ? String(character) : "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
        }.joined()
    }
}
