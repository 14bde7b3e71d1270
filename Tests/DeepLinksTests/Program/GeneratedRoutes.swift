import Platform
import TestSupport

@testable import DeepLinks

/// Tables and URLs that are likely to meet: few words, many forms.
struct GeneratedRoutes {
    var generator: SeededGenerator

    static let words = ["a", "b", "A", "item", "docs", "x-1", "%C3%A9", "a%2Fb", "~", "2026", "en"]
    static let values = ["a", "b", "A", "42", "%C3%A9", "x+y", "a=b", "%2F", "..", "%2e", "a%26b"]
    static let names = ["q", "id", "to", "Q"]

    mutating func pick<Element>(_ list: [Element], default other: Element) -> Element {
        list.randomElement(using: &generator) ?? other
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func pattern() throws -> RoutePattern {
        var text = ""
        var number = 0
        let capture = { (kinds: [String], generated: inout Self) -> String in
            number += 1
            return "{c\(number)\(generated.pick(kinds, default: ""))}"
        }
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            text += "/"
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5: text += pick(Self.words, default: "a")
            case 5..<8: text += capture(["", "", ":int", ":int4", ":a|b|%C3%A9", ":en"], &self)
            default:
                text +=
                    pick(["", "x-", "a"], default: "") + capture(["", ":int", ":a|1"], &self)
                    + pick(["", ".b", "a"], default: "")
            }
        }
        if chance(20) { text += "/{rest*}" }
        if text.isEmpty { text = "/" }
        var separator = "?"
        for name in Self.names where chance(15) {
            let value =
                chance(40)
                ? pick(["a", "42", "x+y", "%C3%A9"], default: "a") : capture(["", "?", ":a|b", ":42|A"], &self)
            text += "\(separator)\(name)=\(value)"
            separator = "&"
        }
        return try RoutePattern(text)
    }

    mutating func template(for pattern: RoutePattern?) throws -> URLTemplate {
        let captures = pattern?.captures ?? []
        var text = "https://to\(Int.random(in: 0..<9, using: &generator)).example"
        for capture in captures where chance(50) && capture.place != .optionalItem {
            text +=
                capture.place == .rest
                ? "/{\(capture.name)}" : "/" + pick(["", "p-"], default: "") + "{\(capture.name)}"
        }
        if chance(20) { text += "/{path}" }
        if chance(20) { text += "/" }
        var items: [String] = []
        for capture in captures where chance(40) {
            items.append("\(pick(Self.names + ["z"], default: "z"))=\(pick(["", "v-"], default: "")){\(capture.name)}")
        }
        if chance(30) { items.append(pick(["x=1", "", "q=0", "id", "%69d=1", "b=2?"], default: "")) }
        if chance(10) { items.insert("{query}", at: 0) }
        if !items.isEmpty || chance(10) { text += "?" + items.shuffled(using: &generator).joined(separator: "&") }
        if chance(20) { text += "#" + pick(captures.map { "/{\($0.name)}" } + ["sec", "{path}", ""], default: "") }
        return try URLTemplate(text)
    }

    mutating func set() throws -> RouteSet {
        var routes: [Route] = []
        for index in 0..<Int.random(in: 0...12, using: &generator) {
            let pattern = try pattern()
            let isLinks = chance(15) && pattern.linkCapture != nil
            guard let name = RouteName("r\(index)") else { continue }
            routes.append(
                Route(
                    name: name, pattern: pattern, destination: isLinks ? .links : .web(try template(for: pattern)),
                    lifeSpan: chance(10)
                        ? LifeSpan(start: UnixTime(seconds: 50), end: UnixTime(seconds: 100)) : LifeSpan()
                )
            )
        }
        return RouteSet(
            isCaseSensitive: chance(60), fallback: try template(for: nil),
            unmatched: chance(20) ? .notFound : .redirect,
            root: chance(30) ? .web(try template(for: nil)) : chance(20) ? .notFound : nil, routes: routes)
    }

    /// A path and a query that one of the patterns is about, perhaps changed a little.
    mutating func target(_ set: RouteSet) -> (path: String, query: String) {
        guard let pattern = set.routes.randomElement(using: &generator)?.pattern, chance(85) else {
            let path = (0..<Int.random(in: 0...5, using: &generator)).map { _ in "/" + pick(Self.words, default: "a") }
                .joined()
            return mutate(path, pick(["", "q=a", "id=42&to=b"], default: ""))
        }
        var path = pattern.segments.map { segment in
            switch segment {
            case .literal(let text): "/" + text
            case .capture(let capture, let head, let tail): "/" + head + value(capture.values) + tail
            }
        }.joined()
        if pattern.rest != nil {
            for _ in 0..<pick([0, 1, 2, 14, 20], default: 0) { path += "/" + pick(Self.words, default: "a") }
        }
        var items: [String] = []
        for item in pattern.items {
            for _ in 0..<pick([1, 1, 1, 0, 2], default: 1) {
                switch item.condition {
                case .equals(let value): items.append("\(item.name)=\(value)")
                case .captured(let capture): items.append("\(item.name)=\(value(capture.values))")
                }
            }
        }
        if chance(30) { items.append(pick(["q=a", "q", "q=", "", "utm=1", "%69d=7", "z?=\"<", "[k]=|"], default: "")) }
        return mutate(path, items.shuffled(using: &generator).joined(separator: "&"))
    }

    private mutating func value(_ values: CaptureValues) -> String {
        switch values {
        case .any: pick(Self.values, default: "a")
        case .digits: pick(["7", "2026", "12x", "123456789012345678", "1234567890123456789"], default: "7")
        case .listed(let list): chance(80) ? pick(list, default: "a") : "zz"
        }
    }

    private mutating func mutate(_ path: String, _ query: String) -> (String, String) {
        var (path, query) = (path, query)
        if chance(10) { path += pick(["/", "//", "///"], default: "/") }
        if chance(10) { path = path.uppercased() }
        if chance(10) { query = chance(50) ? query.uppercased() : query.lowercased() }
        if chance(15) {
            let noise = [
                "/", "//", "a", ".", "..", "/.", "%2e", "%5C", "\\", "%00", "%zz", "%FF", "%C3", "é", "\"", "&", "?",
            ]
            let place = path.index(path.startIndex, offsetBy: Int.random(in: 0...path.count, using: &generator))
            path.insert(contentsOf: pick(noise, default: "a"), at: place)
        }
        if chance(10), !query.isEmpty {
            let place = query.index(query.startIndex, offsetBy: Int.random(in: 0...query.count, using: &generator))
            query.insert(contentsOf: pick(["&", "=", "%", "%4", "é", "/", "?"], default: "&"), at: place)
        }
        return (path, query)
    }
}
