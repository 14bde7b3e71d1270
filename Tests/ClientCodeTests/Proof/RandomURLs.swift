import DeepLinks
import TestSupport

/// URLs near a tenant's routes, ordinary and not.
struct RandomURLs {
    private let tenant: Tenant
    private let examples: [String]
    private var random: RandomTenants

    init(_ tenant: Tenant, seed: UInt64) {
        self.tenant = tenant
        random = RandomTenants(seed: seed)
        examples = tenant.routes.flatMap { route in
            route.examples.map { example in
                guard example.hasPrefix("/") else { return example }
                return "https://\(tenant.domains.first { !$0.name.isWildcard }?.name.text ?? "www.example")\(example)"
            }
        }
    }

    private mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { random.pick(elements) }

    /// The next URL.
    mutating func next() -> String {
        if !examples.isEmpty, chance(10) { return changed(pick(examples)) }
        let domain = pick(tenant.domains).name
        let target = target()
        let scheme = tenant.apps.compactMap(\.scheme).first
        if let scheme, chance(12) {
            return changed(
                pick(["\(scheme):/", "\(scheme)://", "\(scheme):", "\(scheme.text.uppercased()):/"]) + target)
        }
        return changed(pick(["https", "https", "https", "http", "HTTPS"]) + "://" + host(domain) + target)
    }

    private mutating func host(_ domain: DomainName) -> String {
        var host = domain.text
        if domain.isWildcard {
            host = pick(["www", "a", "go", "A-1", "x_y"]) + host.dropFirst()
            if chance(5) { host = pick(["a.b", "", "a%41"]) + domain.text.dropFirst() }
        }
        guard chance(20) else { return host }
        switch Int.random(in: 0..<8, using: &random.generator) {
        case 0: return host.uppercased()
        case 1: return host + "."
        case 2: return host + ":443"
        case 3: return host + ":8443"
        case 4: return "user@" + host
        case 5: return "x." + host
        case 6: return host + ":80"
        default: return "www.elsewhere.example"
        }
    }

    /// A path, a query and a fragment.
    private mutating func target() -> String {
        let route = pick(tenant.routes)
        var segments = route.pattern.segments.map { text(of: $0) }
        if route.pattern.rest != nil {
            let count = chance(10) ? max(0, pick([15, 16, 17]) - segments.count) : pick([0, 0, 1, 2, 3])
            for _ in 0..<count { segments.append(word()) }
        }
        if chance(25), !segments.isEmpty {
            switch Int.random(in: 0..<4, using: &random.generator) {
            case 0: segments[Int.random(in: 0..<segments.count, using: &random.generator)] = word()
            case 1: segments.removeLast()
            case 2: segments.append(word())
            default: segments.insert(word(), at: Int.random(in: 0...segments.count, using: &random.generator))
            }
        }
        var path = segments.map { "/\($0)" }.joined()
        if chance(15) || path.isEmpty { path += pick(["/", "/", "//", "///"]) }
        if segments.isEmpty, chance(30) { path = "" }
        var items = route.pattern.items.compactMap { text(of: $0) }
        if chance(20) {
            items += pick([
                ["q=one"], ["to=two"], ["q="], ["q"], ["web=1"], ["web="], ["to=one", "to=one"], ["z=1"], ["%71=1"],
                ["id=x"], ["q=%FF"], ["q=", "q=1"],
            ])
        }
        if chance(10), let item = items.first { items.append(item) }
        if chance(10) { items.shuffle(using: &random.generator) }
        if chance(5), !items.isEmpty { items.removeFirst() }
        if chance(5) { items.append("") }
        return path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
            + (chance(8) ? pick(["#", "#Stay", "#stay", "#web", "#other"]) : "")
    }

    /// The URL with a letter of the other case or a piece put in somewhere, one time in five.
    private mutating func changed(_ url: String) -> String {
        guard chance(20) else { return url }
        var bytes = Array(url.utf8)
        let index = Int.random(in: 0..<bytes.count, using: &random.generator)
        if chance(50) {
            if (0x61...0x7A).contains(bytes[index] | 0x20) { bytes[index] ^= 0x20 }
        } else {
            let pieces = [
                "/", "//", "/.", "/..", "/%2e", "%5C", "%00", "%zz", "%FF", "%C3", "%C3%A9", "%2F", "&", "?", "=", ".",
                ":",
                "@", "+", "%2B", "a", "%41", ";", "#",
            ]
            bytes.insert(contentsOf: pick(pieces).utf8, at: index)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func text(of segment: PatternSegment) -> String {
        guard case .capture(let capture, let head, let tail) = segment else { return segment.description }
        switch capture.values {
        case .any:
            let cut = chance(30) ? cutEscape(before: tail) : nil
            return head + (cut ?? word()) + tail
        case .digits(let range): return head + digits(chance(80) ? range : 1...19) + tail
        case .listed(let values): return head + pick(values) + tail
        }
    }

    /// A text whose last escape ends with the beginning of the tail; `nil` where that is no hexadecimal digit.
    private mutating func cutEscape(before tail: String) -> String? {
        switch tail.prefix(while: \.isHexDigit).count {
        case 0: nil
        case 1: pick(["%4", "x%4", "%2", "caf%C3%A", "%E2%82%A", "%F0%9F%98%8", "%C3%A9%4"])
        default: pick(["%4", "%", "x%", "%C3%", "%E2%82%", "a%2Fb%"])
        }
    }

    private mutating func digits(_ range: ClosedRange<Int>) -> String {
        let counts = [1, 2, 3, 4, 6, 7, 14, 15, 18, 19].filter(range.contains)
        return (0..<pick(counts)).map { _ in pick(["0", "1", "2", "7"]) }.joined()
    }

    private mutating func word() -> String {
        switch Int.random(in: 0..<10, using: &random.generator) {
        case 0: digits(1...19)
        case 1:
            pick(["a%2Fb", "%C3%A9", "%c3%a9", "a%20b", "%2A", "a+b", "a;b", "a:b", "*", "a.html", "item-1-y", "n%65w"])
        case 2: pick(["robots.txt", "favicon.ico", ".well-known", "apple-app-site-association", "item-", "x-", "zz"])
        default: pick(RandomTenants.words)
        }
    }

    private mutating func text(of item: PatternItem) -> String? {
        switch item.condition {
        case .equals(let value): return chance(90) ? "\(item.name)=\(value)" : item.name
        case .captured(let capture):
            if capture.place == .optionalItem, chance(40) { return nil }
            guard case .listed(let values) = capture.values else {
                return "\(item.name)=" + pick(["one", "1", "", "a%26b", "a=b", "x/y?z", "%C3%A9", "%F0%9F%98%80"])
            }
            return "\(item.name)=" + pick(values)
        }
    }
}
