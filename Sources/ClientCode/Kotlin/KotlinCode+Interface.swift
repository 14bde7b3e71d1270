import DeepLinks

extension KotlinCode {
    /// The sealed interface with everything nested in it, and its parser.
    var interfaceFile: String {
        var text = file("The links of \(links.tenant) that open \(links.app.name)", imports: ["java.net.URI"])
        add(root, path: "", about: "A link that opens the app.", to: &text)
        return text.text
    }

    private func add(_ type: LinkEnum, path: String, about: String, to text: inout CodeText) {
        text.add("/** \(about) */")
        let parent = path.isEmpty ? "" : " : \(path.split(separator: ".").last ?? "")"
        text.block("sealed interface \(type.typeName)\(parent)") { text in
            for linkCase in type.cases {
                text.addGap()
                switch linkCase.content {
                case .group(let group):
                    add(
                        group, path: path.isEmpty ? type.typeName : "\(path).\(type.typeName)",
                        about: "The links of `\(group.routePrefix)`.", to: &text)
                case .link(let link): text.addLink(link, in: type.typeName)
                }
            }
            for choice in type.choices {
                text.addGap()
                text.addChoice(choice)
            }
            if path.isEmpty { addCompanion(to: &text) }
        }
    }

    private func addCompanion(to text: inout CodeText) {
        text.addGap()
        text.block("companion object") { text in
            let scheme = links.app.scheme
            let domains = CodeExpression.call("listOf", links.domains.map(\.kotlinExpression))
            if text.indent + domains.flat.count + 23 <= 120 {
                text.add("internal val domains = \(domains.flat)")
            } else {
                text.add("internal val domains =")
                text.indented { $0.addCall(domains, "") }
            }
            text.add()
            text.add("/**")
            text.add(" * Reads a universal link\(scheme == nil ? "" : ", or a URL of the app's own scheme").")
            text.add(" *")
            text.add(" * @throws LinkException which says why the URL is no link of the app.")
            text.add(" */")
            text.add("fun parse(uri: URI): \(typeName) = parse(uri.toString())\n")
            text.add("/** Reads the text of a URL: that of an `android.net.Uri`, for one. */")
            text.block("fun parse(url: String): \(typeName)") { text in
                let own = scheme.map { KotlinSpelling.literal($0.text) } ?? "null"
                text.add("val link = LinkText(url, domains, \(own))")
                if links.sharesForms {
                    text.add("return route(link)")
                } else {
                    text.add("return if (link.isOwnScheme) schemeRoute(link) else route(link)")
                }
            }
            text.add()
            text.add("/** Finds the first route that matches: it decides. */")
            addTable("route", \.webForm, confines: true, to: &text)
            if !links.sharesForms {
                text.add()
                text.add("/** Finds the first scheme URL that matches: it decides. */")
                addTable("schemeRoute", \.schemeForm, confines: false, to: &text)
            }
        }
    }

    private func addTable(
        _ name: String, _ form: KeyPath<ClientRoute, LinkForm>, confines: Bool, to text: inout CodeText
    ) {
        var places: [RouteName: LinkPlace] = [:]
        for place in root.places { places[place.link.route.name] = place }
        let parts = CodePart.parts(links.routes, named: "\(name)s")
        guard !parts.isEmpty else {
            text.block("private fun \(name)(link: LinkText): \(typeName)") { text in
                for route in links.routes { text.addRoute(route, form, confines: confines, places[route.name]) }
                text.add("throw link.mismatch()")
            }
            return
        }
        text.add("private fun \(name)(link: LinkText): \(typeName) =")
        text.indented { text in
            text.add("\(parts[0].name)(link)")
            text.indented { text in
                for part in parts.dropFirst() { text.add("?: \(part.name)(link)") }
                text.add("?: throw link.mismatch()")
            }
        }
        for part in parts {
            text.add()
            text.block("private fun \(part.name)(link: LinkText): \(typeName)?") { text in
                for route in part.elements { text.addRoute(route, form, confines: confines, places[route.name]) }
                text.add("return null")
            }
        }
    }
}

extension CodeText {
    /// Adds a call; one that is too long has an argument a line, a comma behind the last, and its name ahead as a named
    /// argument on a line of its own.
    mutating func addCall(_ expression: CodeExpression, _ tail: String) {
        guard case .list(let head, let arguments, let end) = expression, !arguments.isEmpty,
            indent + expression.flat.count + tail.count > 120
        else { return add(expression.flat + tail) }
        let words = head.split(separator: " ", maxSplits: 2)
        if words.count == 3, words[1] == "=" {
            add("\(words[0]) =")
            return indented { $0.addCall(.list(String(words[2]), arguments, end), tail) }
        }
        add(head)
        indented { text in
            for argument in arguments { text.addCall(argument, ",") }
        }
        add(end + tail)
    }

    /// Adds the comparison with a route; one that does not open the app has no place.
    fileprivate mutating func addRoute(
        _ route: ClientRoute, _ form: KeyPath<ClientRoute, LinkForm>, confines: Bool, _ place: LinkPlace?
    ) {
        var arguments = route[keyPath: form].kotlinArguments(place)
        if confines, let domains = route.domains {
            arguments.append(.call("listOf", domains.map { .text(KotlinSpelling.literal($0.text)) }).assigned("on"))
        }
        guard let place else {
            add("// The route `\(route.name)` stays in the browser.")
            return addCall(.call("link.leave", arguments), "")
        }
        let match = CodeExpression.call("link.match", arguments)
        guard !place.link.parameters.isEmpty else { return addCall(match, "?.let { return \(place.kotlinType) }") }
        addCall(match, "?.let { match ->")
        indented { $0.addCall(place.kotlinConstruction.assigned("return", by: " "), "") }
        add("}")
    }

    fileprivate mutating func addLink(_ link: LinkCase.Link, in type: String) {
        add("/**")
        add(" * `\(link.route.pattern)`")
        if let example = link.route.examples.first {
            add(" *")
            add(" * \(example.url.description.inKotlinComment)")
        }
        add(" */")
        if link.parameters.isEmpty {
            add("data object \(link.typeName) : \(type)")
            return
        }
        add("data class \(link.typeName)(")
        indented { text in
            for parameter in link.parameters {
                let value = parameter.kind == .optionalText ? " = null" : ""
                text.add("val \(parameter.label): \(parameter.kotlinType)\(value),")
            }
        }
        add(") : \(type)")
    }

    fileprivate mutating func addChoice(_ choice: LinkChoice) {
        add("/** What `\(choice.capture)` may be, as it is written in a URL. */")
        add("enum class \(choice.typeName)(")
        indented { $0.add("override val text: String,") }
        block(") : LinkChoice") { text in
            for value in choice.values {
                text.add("\(KotlinSpelling.entry(value.name))(\(KotlinSpelling.literal(value.text))),")
            }
        }
    }
}

extension CodeExpression {
    /// The expression as a named argument.
    func assigned(_ name: String, by sign: String = " = ") -> CodeExpression {
        switch self {
        case .text(let text): .text(name + sign + text)
        case .list(let head, let elements, let end): .list(name + sign + head, elements, end)
        }
    }
}

extension Domain {
    fileprivate var kotlinExpression: CodeExpression {
        var arguments = [KotlinSpelling.literal(name.text)]
        if !isCaseSensitive { arguments.append("isCaseSensitive = false") }
        if let optOut {
            let item = KotlinSpelling.literal(optOut.queryItem)
            arguments.append("optOut = LinkDomain.OptOut(\(item), \(KotlinSpelling.literal(optOut.fragment)))")
        }
        return .call("LinkDomain", arguments.map { .text($0) })
    }
}

extension LinkPlace {
    /// The type without the outermost interface: `Recipes.Detail`.
    var kotlinType: String { (types + [link.typeName]).joined(separator: ".") }

    fileprivate var kotlinConstruction: CodeExpression {
        let arguments = link.parameters.map { parameter in
            CodeExpression.text("\(parameter.label) = \(parameter.kotlinReading(types))")
        }
        return arguments.isEmpty ? .text(kotlinType) : .call(kotlinType, arguments)
    }
}

extension LinkParameter {
    fileprivate var kotlinType: String {
        switch kind {
        case .text: "String"
        case .optionalText: "String?"
        case .integer: "Long"
        case .choice(let name, _): name
        case .segments: "List<String>"
        }
    }

    fileprivate func kotlinReading(_ types: [String]) -> String {
        let name = KotlinSpelling.literal(capture.name)
        return switch kind {
        case .text: "match.text(\(name))"
        case .optionalText: "match.optionalText(\(name))"
        case .integer: "match.integer(\(name))"
        case .choice(let type, _): "match.choice(\(name), \((types + [type, "entries"]).joined(separator: ".")))"
        case .segments: "match.segments(\(name))"
        }
    }
}

extension LinkForm {
    /// What a route is compared by; of a route that does not open the app there is no place.
    fileprivate func kotlinArguments(_ place: LinkPlace?) -> [CodeExpression] {
        let path = segments.map { segment -> CodeExpression in
            switch segment {
            case .literal(let text): .call("literal", [.text(KotlinSpelling.literal(text))])
            case .rest(let capture):
                .call(
                    "rest",
                    [.text(KotlinSpelling.literal(capture.name))] + (depthLimit.map { [.text("limit = \($0)")] } ?? []))
            case .capture(let capture, let head, let tail):
                capture.kotlinExpression(
                    place,
                    (head.isEmpty ? [] : ["after = \(KotlinSpelling.literal(head))"])
                        + (tail.isEmpty ? [] : ["before = \(KotlinSpelling.literal(tail))"]), suffix: "")
            }
        }
        let query = items.map { item -> CodeExpression in
            switch item.value {
            case .literal(let text):
                .text("literalItem(\(KotlinSpelling.literal(item.name)), \(KotlinSpelling.literal(text)))")
            case .capture(let capture):
                capture.kotlinExpression(
                    place, item.name == capture.name ? [] : ["name = \(KotlinSpelling.literal(item.name))"],
                    suffix: "Item")
            }
        }
        return path + (query.isEmpty ? [] : [.call("listOf", query).assigned("query")])
    }
}

extension PatternCapture {
    fileprivate func kotlinExpression(
        _ place: LinkPlace?, _ extras: [String], suffix: String
    ) -> CodeExpression {
        let name = CodeExpression.text(KotlinSpelling.literal(self.name))
        let extras = extras.map { CodeExpression.text($0) }
        if !suffix.isEmpty, self.place == .optionalItem || self.place == .rest {
            return .call("optionalItem", [name] + extras)
        }
        switch values {
        case .any: return .call("text" + suffix, [name] + extras)
        case .digits(let counts):
            let isFixed = counts.lowerBound == counts.upperBound
            return .call("digits" + suffix, [name] + (isFixed ? [.text("count = \(counts.lowerBound)")] : []) + extras)
        case .listed(let texts):
            var list = CodeExpression.call("listOf", texts.map { .text(KotlinSpelling.literal($0)) })
            let parameter = place?.link.parameters.first { $0.capture.name == self.name }
            if let place, case .choice(let type, _)? = parameter?.kind {
                list = .text((place.types + [type, "entries"]).joined(separator: ".") + ".map { it.text }")
            }
            return .call("choice" + suffix, [name, list.assigned("of")] + extras)
        }
    }
}
