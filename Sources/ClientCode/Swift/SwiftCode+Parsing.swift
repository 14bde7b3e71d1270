import DeepLinks

extension SwiftCode {
    /// The initialiser that reads a URL, with the table of routes.
    var parsingFile: String {
        var text = file("How the links of \(links.tenant) that open \(links.app.name) are read")
        text.add("import Foundation\n")
        text.block("extension \(typeName)") { text in
            text.add(
                "/// Reads a universal link\(links.app.scheme == nil ? "" : ", or a URL of the app's own scheme").")
            text.add("///")
            text.add("/// - Throws: ``LinkError``, which says why the URL is no link of the app.")
            text.block("public init(_ url: URL) throws") { text in
                let scheme = links.app.scheme.map { SwiftSpelling.literal($0.text) } ?? "nil"
                text.add("var link = try LinkText(url, domains: Self.domains, scheme: \(scheme))")
                if links.sharesForms {
                    text.add("self = try Self.route(&link)")
                } else {
                    text.add("let isOwnScheme = link.domain == nil")
                    text.add("self = try isOwnScheme ? Self.schemeRoute(&link) : Self.route(&link)")
                }
            }
            text.add()
            text.addArray("static let domains = ", links.domains.map(\.swiftExpression))
            text.add()
            text.add("/// Finds the first route that matches: it decides.")
            addTable("route", \.webForm, confines: true, to: &text)
            if !links.sharesForms {
                text.add()
                text.add("/// Finds the first scheme URL that matches: it decides.")
                addTable("schemeRoute", \.schemeForm, confines: false, to: &text)
            }
        }
        return text.text
    }

    private func addTable(
        _ name: String, _ form: KeyPath<ClientRoute, LinkForm>, confines: Bool, to text: inout CodeText
    ) {
        var places: [RouteName: LinkPlace] = [:]
        for place in root.places { places[place.link.route.name] = place }
        let parts = CodePart.parts(links.routes, named: "\(name)s")
        text.block("private static func \(name)(_ link: inout LinkText) throws -> Self") { text in
            if parts.isEmpty {
                for route in links.routes { text.addRoute(route, form, confines: confines, places[route.name]) }
            } else {
                text.addArray("let parts = ", parts.map { .text($0.name) })
                text.block("for part in parts") { text in
                    text.add("if let found = try part(&link) { return found }")
                }
            }
            text.add("throw link.mismatch")
        }
        for part in parts {
            text.add()
            text.block("private static func \(part.name)(_ link: inout LinkText) throws -> Self?") { text in
                for route in part.elements { text.addRoute(route, form, confines: confines, places[route.name]) }
                text.add("return nil")
            }
        }
    }
}

extension CodeText {
    /// Adds the comparison with a route; one that does not open the app has no place.
    fileprivate mutating func addRoute(
        _ route: ClientRoute, _ form: KeyPath<ClientRoute, LinkForm>, confines: Bool, _ place: LinkPlace?
    ) {
        var arguments = route[keyPath: form].swiftArguments(place)
        if confines, let domains = route.domains {
            arguments.append(.array(domains.map { SwiftSpelling.literal($0.text) }).labelled("on"))
        }
        guard let place else {
            add("// The route `\(route.name)` stays in the browser.")
            add("try link.leave", .call("", arguments))
            return
        }
        let isEmpty = place.link.parameters.isEmpty
        let condition = CodeExpression.call(isEmpty ? "if link.matches" : "if let match = link.match", arguments)
        if condition.lines("", " {", indent: indent).count == 1 {
            add(condition.flat + " {")
        } else {
            add("", condition)
            add("{")
        }
        let mayThrow = place.link.parameters.contains { $0.kind != .optionalText }
        indented { $0.add(mayThrow ? "return try " : "return ", place.swiftConstruction) }
        add("}")
    }
}

/// A link and the cases that lead to it.
struct LinkPlace {
    /// The cases, outermost first.
    let path: [LinkCase]
    /// The link.
    let link: LinkCase.Link
    /// The types around it that are nested in the outermost.
    let types: [String]
}

extension LinkEnum {
    /// All links, in order.
    var places: [LinkPlace] { places(path: [], types: []) }

    private func places(path: [LinkCase], types: [String]) -> [LinkPlace] {
        cases.flatMap { linkCase -> [LinkPlace] in
            switch linkCase.content {
            case .link(let link): [LinkPlace(path: path + [linkCase], link: link, types: types)]
            case .group(let group): group.places(path: path + [linkCase], types: types + [group.typeName])
            }
        }
    }
}

extension Domain {
    fileprivate var swiftExpression: CodeExpression {
        var arguments = ["name: \(SwiftSpelling.literal(name.text))"]
        if !isCaseSensitive { arguments.append("isCaseSensitive: false") }
        if let optOut {
            let item = SwiftSpelling.literal(optOut.queryItem)
            arguments.append("optOut: (item: \(item), fragment: \(SwiftSpelling.literal(optOut.fragment)))")
        }
        return .call("LinkDomain", arguments.map { .text($0) })
    }
}

extension LinkPlace {
    /// The value that is made of a match.
    fileprivate var swiftConstruction: CodeExpression {
        swiftCase { $0.swiftReading }
    }

    /// The value with what is given for each parameter, within the cases that it is nested in.
    func swiftCase(_ argument: (LinkParameter) -> String) -> CodeExpression {
        var arguments = link.parameters.map { CodeExpression.text("\($0.label): \(argument($0))") }
        if link.payload != nil { arguments = [.call(".init", arguments)] }
        let name = ".\(path.last?.name ?? "")"
        let value = arguments.isEmpty ? CodeExpression.text(name) : .call(name, arguments)
        return path.dropLast().reversed().reduce(value) { value, linkCase in
            .call(".\(linkCase.name)", [value])
        }
    }
}

extension LinkParameter {
    fileprivate var swiftReading: String {
        let name = SwiftSpelling.literal(capture.name)
        return switch kind {
        case .text: "match.text(\(name))"
        case .optionalText: "match.optionalText(\(name))"
        case .integer: "match.integer(\(name))"
        case .choice: "match.choice(\(name))"
        case .segments: "match.segments(\(name))"
        }
    }
}

extension LinkForm {
    /// What a route is compared by; of a route that does not open the app there is no place.
    fileprivate func swiftArguments(_ place: LinkPlace?) -> [CodeExpression] {
        let path = segments.map { segment -> CodeExpression in
            switch segment {
            case .literal(let text): .text(SwiftSpelling.literal(text))
            case .rest(let capture):
                .text(
                    ".rest(\(SwiftSpelling.literal(capture.name))" + (depthLimit.map { ", limit: \($0)" } ?? "") + ")")
            case .capture(let capture, let head, let tail):
                capture.swiftExpression(
                    place,
                    (head.isEmpty ? [] : ["after: \(SwiftSpelling.literal(head))"])
                        + (tail.isEmpty ? [] : ["before: \(SwiftSpelling.literal(tail))"]))
            }
        }
        let query = items.enumerated().map { index, item -> CodeExpression in
            let expression: CodeExpression
            switch item.value {
            case .literal(let text):
                expression = .text(".literal(\(SwiftSpelling.literal(item.name)), \(SwiftSpelling.literal(text)))")
            case .capture(let capture):
                let named = item.name == capture.name ? [] : ["named: \(SwiftSpelling.literal(item.name))"]
                expression = capture.swiftExpression(place, named, isItem: true)
            }
            return index == 0 ? expression.labelled("query") : expression
        }
        return path + query
    }
}

extension PatternCapture {
    fileprivate func swiftExpression(
        _ place: LinkPlace?, _ extras: [String], isItem: Bool = false
    ) -> CodeExpression {
        let name = CodeExpression.text(SwiftSpelling.literal(self.name))
        let extras = extras.map { CodeExpression.text($0) }
        if isItem, self.place == .optionalItem || self.place == .rest { return .call(".optional", [name] + extras) }
        switch values {
        case .any: return .call(".text", [name] + extras)
        case .digits(let counts):
            let count =
                counts.lowerBound == counts.upperBound ? [CodeExpression.text("count: \(counts.lowerBound)")] : []
            return .call(".digits", isItem ? [name] + extras + count : [name] + count + extras)
        case .listed(let texts):
            var list = CodeExpression.array(texts.map(SwiftSpelling.literal))
            let parameter = place?.link.parameters.first { $0.capture.name == self.name }
            if let place, case .choice(let type, _)? = parameter?.kind {
                list = .text((place.types + [type, "self"]).joined(separator: "."))
            }
            return .call(
                ".choice", isItem ? [name] + extras + [list.labelled("of")] : [name, list.labelled("of")] + extras)
        }
    }
}
