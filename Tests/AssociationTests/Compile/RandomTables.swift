import DeepLinks
import TestSupport
import Testing

/// Route tables whose routes overlap on purpose, and ordinary URLs near them.
struct RandomTables {
    /// What tables are drawn.
    struct Shape {
        var mostRoutes = 40
        var mayFold = true
        var mayOptOut = true
        var hasDigits = true
        var hasItems = true
        var hasTails = true
        var hasRests = true
        var hasLists = true
        /// The letters of texts; more give fewer overlaps.
        var words = ["a", "b", "new", "12", "item-1", "caf%C3%A9", "123456", "7", "x-12-y", "item-", "robots.txt"]
        var deepest = 5
    }

    var generator: SeededGenerator
    var shape: Shape

    init(seed: UInt64, _ shape: Shape = Shape()) {
        generator = SeededGenerator(seed: seed)
        self.shape = shape
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    // MARK: - Tables

    /// A tenant with one domain and one to three apps of each platform.
    mutating func tenant() throws -> Tenant {
        let appCount = Int.random(in: 1...3, using: &generator)
        let apps = try ["a", "b", "c"].prefix(appCount).flatMap { name in
            let android = try Sample.android
            return [
                try Sample.ios(name),
                App(
                    name: try #require(AppName("android-\(name)")),
                    identity: .android(
                        try #require(PackageName("example.shop.\(name)")),
                        fingerprints: android.identity.fingerprints)),
            ]
        }
        var routes: [Route] = []
        let count = Int.random(in: 1...shape.mostRoutes, using: &generator)
        var tries = 0
        while routes.count < count, tries < 200 {
            tries += 1
            guard let pattern = try? RoutePattern(patternText()) else { continue }
            var opens = AppSelection.all
            if chance(40) {
                opens = .none
            } else if chance(40) {
                opens = .only([pick(apps).name])
            }
            routes.append(
                Route(
                    name: try #require(RouteName("r\(routes.count)")), pattern: pattern, opens: opens,
                    destination: .web(try URLTemplate("https://www.shop.example/"))))
        }
        var tenant = try Sample.tenant(apps: apps, routes: routes)
        if shape.mayFold, chance(30) { tenant.domains[0].isCaseSensitive = false }
        if shape.mayOptOut, chance(20) {
            tenant.domains[0].optOut = OptOut(queryItem: pick(["web", "q"]), fragment: "Stay")
        }
        return tenant
    }

    private mutating func patternText() -> String {
        let depth = chance(5) ? 0 : Int.random(in: 1...shape.deepest, using: &generator)
        var text = ""
        for index in 0..<depth { text += "/" + segment("c\(index)") }
        if shape.hasRests, chance(25) { text += "/{rest*}" }
        if text.isEmpty { text = "/" }
        guard shape.hasItems, chance(25) else { return text }
        let items = ["q", "to"].prefix(Int.random(in: 1...2, using: &generator)).map { name in item(name) }
        return text + "?" + items.joined(separator: "&")
    }

    private mutating func item(_ name: String) -> String {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: "\(name)=one"
        case 1: "\(name)={\(name)}"
        case 2: "\(name)={\(name):one|two|Three}"
        case 3: "\(name)={\(name)?}"
        default: "\(name)=two"
        }
    }

    private mutating func segment(_ name: String) -> String {
        let head = chance(25) ? pick(["item-", "x-", "i", "1"]) : ""
        let tail = shape.hasTails && chance(15) ? pick(["-y", ".html", "m", "2"]) : ""
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: return pick(shape.words)
        case 4 where shape.hasDigits: return "\(head){\(name):int}\(tail)"
        case 5 where shape.hasDigits: return "\(head){\(name):int\(pick([1, 2, 4]))}\(tail)"
        case 6 where shape.hasLists: return "\(head){\(name):a|b|12}\(tail)"
        case 7 where shape.hasLists: return "{\(name):new|item-1}"
        default: return "\(head){\(name)}\(tail)"
        }
    }

    // MARK: - URLs

    /// An ordinary URL near one of the routes.
    mutating func url(_ set: RouteSet) -> String {
        let route = pick(set.routes)
        var segments = route.pattern.segments.map { text(of: $0) }
        if route.pattern.rest != nil {
            let count =
                chance(15) ? max(0, pick([15, 16, 17]) - segments.count) : Int.random(in: 0...3, using: &generator)
            for _ in 0..<count { segments.append(word()) }
        }
        if chance(30), !segments.isEmpty {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: segments[Int.random(in: 0..<segments.count, using: &generator)] = word()
            case 1: segments.removeLast()
            case 2: segments.append(word())
            default: segments.insert(word(), at: Int.random(in: 0...segments.count, using: &generator))
            }
        }
        if chance(2) {
            segments = pick([
                [".well-known", "acme-challenge", word()], [".well-known"], ["robots.txt"], ["favicon.ico"],
            ])
        }
        var path = segments.map { "/\($0)" }.joined()
        if chance(20) || path.isEmpty { path += pick(["/", "/", "//", "///"]) }
        if segments.isEmpty, chance(30) { path = "" }
        var items = route.pattern.items.compactMap { text(of: $0) }
        if chance(15) {
            items += pick([["q=one"], ["to=two"], ["q="], ["q"], ["web=1"], ["web="], ["to=one", "to=one"], ["z=1"]])
        }
        if chance(10), let item = items.first { items.append(item) }
        if chance(5) { items.shuffle(using: &generator) }
        if chance(5), !items.isEmpty { items.removeFirst() }
        if chance(5) { items.append("") }
        if chance(3), let item = items.popLast() { items.append(item + pick([";z=1", "%3Bz"])) }
        var url = "https://go.shop.example" + path
        if !items.isEmpty { url += "?" + items.joined(separator: "&") }
        if chance(8) { url += pick(["#", "#Stay", "#stay", "#other"]) }
        return chance(10) ? swapped(url, after: 23) : url
    }

    /// A text with one letter of the other case, outside of item names.
    private mutating func swapped(_ text: String, after start: Int) -> String {
        var bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
        guard start < end else { return text }
        let index = Int.random(in: start..<end, using: &generator)
        if (0x61...0x7A).contains(bytes[index] | 0x20) { bytes[index] ^= 0x20 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func text(of segment: PatternSegment) -> String {
        guard case .capture(let capture, let head, let tail) = segment else { return segment.description }
        switch capture.values {
        case .any: return head + word() + tail
        case .digits(let range): return head + digits(chance(70) ? range : 1...19) + tail
        case .listed(let values): return head + pick(values) + tail
        }
    }

    private mutating func digits(_ range: ClosedRange<Int>) -> String {
        let counts = [1, 2, 3, 4, 6, 7, 14, 15, 18, 19].filter(range.contains)
        return (0..<pick(counts)).map { _ in pick(["0", "1", "2", "7"]) }.joined()
    }

    private mutating func word() -> String {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: digits(1...19)
        case 1: pick(["a%2Fb", "%C3%A9", "%c3%a9", "a%20b", "%2A", "a+b", "a;b", "a:b", "*", "a.html", "item-1-y"])
        case 2: pick(["robots.txt", "favicon.ico", ".well-known", "apple-app-site-association", "item-", "x-", "zz"])
        default: pick(shape.words)
        }
    }

    private mutating func text(of item: PatternItem) -> String? {
        switch item.condition {
        case .equals(let value): return chance(90) ? "\(item.name)=\(value)" : item.name
        case .captured(let capture):
            if capture.place == .optionalItem, chance(50) { return nil }
            guard case .listed(let values) = capture.values else {
                return "\(item.name)=" + pick(["one", "1", "", "a%26b", "two", "one;z"])
            }
            return "\(item.name)=" + pick(values)
        }
    }
}

extension AppIdentity {
    /// The fingerprints of an Android app.
    var fingerprints: [CertificateFingerprint] {
        if case .android(_, let fingerprints) = self { fingerprints } else { [] }
    }

    /// The app ID of an iOS app.
    var appID: AppID? { if case .ios(let appID, _) = self { appID } else { nil } }
}
