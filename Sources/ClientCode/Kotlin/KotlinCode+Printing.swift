import DeepLinks

extension KotlinCode {
    /// The functions that print a link.
    var printingFile: String {
        var text = file(
            "How the links of \(links.tenant) that open \(links.app.name) are printed",
            imports: ["java.net.URI", "java.net.URISyntaxException"])
        let host = links.defaultHost.map { " = \(KotlinSpelling.literal($0))" } ?? ""
        text.add("/**")
        text.add(" * The universal link on a host.")
        text.add(" *")
        text.add(
            " * @return `null` when the link would be read as another one or as none: when the app has no such host, or"
        )
        text.add(" *   when a value is empty, a dot segment, or one that another route takes.")
        text.add(" */")
        text.block("fun \(typeName).url(host: String\(host)): URI?") { text in
            text.add("val name = host.lowercase()")
            text.add("if (\(typeName).domains.none { it.covers(name) }) return null")
            text.add("return checked(\"https://$name$path\")")
        }
        text.add()
        if let scheme = links.app.scheme {
            text.add("/** The link as a URL of the app's own scheme; `null` as for universal links. */")
            text.add("val \(typeName).schemeUrl: URI?")
            let path = usesPathForScheme ? "/$path" : "$schemePath"
            text.add("    get() = checked(\"\(scheme):\(path)\")\n")
        }
        text.add(
            """
            private fun \(typeName).checked(text: String): URI? =
                try {
                    URI(text).takeIf { \(typeName).parse(it) == this }
                } catch (_: URISyntaxException) {
                    null
                } catch (_: LinkException) {
                    null
                }

            """)
        addWhen("path", isScheme: false, to: &text)
        if links.app.scheme != nil, !usesPathForScheme {
            text.add()
            addWhen("schemePath", isScheme: true, to: &text)
        }
        return text.text
    }

    /// Whether `scheme:/` and the path of the universal link make every scheme URL.
    private var usesPathForScheme: Bool { links.sharesForms && links.opening.allSatisfy(\.schemeForm.beginsLikeHost) }

    private func addWhen(_ name: String, isScheme: Bool, to text: inout CodeText) {
        let parts = CodePart.parts(root.places, named: "\(name)s")
        text.add("private val \(typeName).\(name): String")
        text.indented { text in
            text.add("get() =")
            text.indented { text in
                guard !parts.isEmpty else {
                    text.block("when (this)") { $0.addBranches(branches(root.places, isScheme: isScheme)) }
                    return
                }
                text.add("\(parts[0].name)()")
                text.indented { text in
                    for part in parts.dropFirst() { text.add("?: \(part.name)()") }
                    text.add("?: error(\"a link of no route\")")
                }
            }
        }
        for part in parts {
            text.add()
            text.add("private fun \(typeName).\(part.name)(): String? =")
            text.indented { text in
                let others = KotlinBranch(head: "else", pieces: nil, call: nil)
                text.block("when (this)") { $0.addBranches(branches(part.elements, isScheme: isScheme) + [others]) }
            }
        }
    }

    private func branches(_ places: [LinkPlace], isScheme: Bool) -> [KotlinBranch] {
        places.map { place in
            let form = isScheme ? place.link.route.schemeForm : place.link.route.webForm
            let printer = KotlinPrinter(place.link)
            return KotlinBranch(
                head: (place.link.parameters.isEmpty ? "" : "is ") + "\(typeName).\(place.kotlinType)",
                pieces: printer.pieces(form, start: isScheme ? (form.beginsLikeHost ? "/" : "//") : ""),
                call: printer.query(form))
        }
    }
}

/// A branch of a `when`, whose value is a text and perhaps a call joined by plus.
private struct KotlinBranch {
    let head: String
    /// What the text's literal holds; `nil` makes the value `null`.
    let pieces: [String]?
    let call: CodeExpression?

    /// The value on one line.
    var flat: String {
        guard let pieces else { return "null" }
        return "\"\(pieces.joined())\"" + (call.map { " + \($0.flat)" } ?? "")
    }
}

extension CodeText {
    /// Adds branches: each on a line, or, where one has no room there, all in braces, as ktlint leaves them.
    fileprivate mutating func addBranches(_ branches: [KotlinBranch]) {
        let lines = branches.map { "\($0.head) -> \($0.flat)" }
        guard lines.contains(where: { indent + $0.count > 120 }) else { return lines.forEach { add($0) } }
        for branch in branches {
            addGap()
            block("\(branch.head) ->") { $0.addValue(branch) }
        }
    }

    private mutating func addValue(_ branch: KotlinBranch) {
        guard let pieces = branch.pieces, indent + branch.flat.count > 120 else { return add(branch.flat) }
        // Quotes, a plus and a deeper indent have to fit too.
        let literals = Self.filled(pieces, width: 120 - indent - 8).map { "\"\($0)\"" }
        let operands = literals.map { CodeExpression.text($0) } + [branch.call].compactMap(\.self)
        add(operands[0].flat + (operands.count == 1 ? "" : " +"))
        indented { text in
            for (index, operand) in operands.enumerated().dropFirst() {
                text.addCall(operand, index == operands.count - 1 ? "" : " +")
            }
        }
    }
}

/// Writes the text of a link as an expression of its values.
private struct KotlinPrinter {
    private let link: LinkCase.Link

    init(_ link: LinkCase.Link) { self.link = link }

    /// What a string literal of the path holds, by segments; a query without optional items is the last.
    func pieces(_ form: LinkForm, start: String) -> [String] {
        var pieces = form.segments.map { segment -> String in
            switch segment {
            case .literal(let literal): return "/" + KotlinSpelling.escaped(literal)
            case .capture(let capture, let head, let tail):
                let tail = KotlinSpelling.escaped(tail)
                return "/\(KotlinSpelling.escaped(head))\(slot(capture, before: tail))\(tail)"
            case .rest(let capture): return "${\(parameter(capture).label).percentEncodedPath()}"
            }
        }
        if pieces.isEmpty { pieces = ["/"] }
        pieces[0] = start + pieces[0]
        if !form.items.isEmpty, !form.hasOptionalItem {
            let items = form.items.map { item in
                switch item.value {
                case .literal(let text): "\(KotlinSpelling.escaped(item.name))=\(KotlinSpelling.escaped(text))"
                case .capture(let capture): "\(KotlinSpelling.escaped(item.name))=\(slot(capture, before: ""))"
                }
            }
            pieces.append("?" + items.joined(separator: "&"))
        }
        return pieces
    }

    /// What follows the path: a query with optional items.
    func query(_ form: LinkForm) -> CodeExpression? {
        guard form.hasOptionalItem else { return nil }
        let items = form.items.map { item -> CodeExpression in
            let text =
                switch item.value {
                case .literal(let text): KotlinSpelling.literal(text)
                case .capture(let capture): itemValue(capture)
                }
            return .text("\(KotlinSpelling.literal(item.name)) to \(text)")
        }
        return .call("query", items)
    }

    private func parameter(_ capture: PatternCapture) -> (label: String, kind: LinkParameter.Kind) {
        link.parameters.first { $0.capture.name == capture.name }.map { ($0.label, $0.kind) } ?? ("", .text)
    }

    /// The value within a string literal: without braces where it is a name, and what follows cannot go on with it.
    private func slot(_ capture: PatternCapture, before tail: String) -> String {
        let value = value(capture)
        let isName = value.utf8.allSatisfy { isLetter($0) || isDigit($0) }
        let goesOn = tail.utf8.first.map { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") } ?? false
        return isName && !goesOn ? "$\(value)" : "${\(value)}"
    }

    private func value(_ capture: PatternCapture) -> String {
        let (name, kind) = parameter(capture)
        return switch kind {
        case .integer(digits: nil): name
        case .integer(let digits?): "\(name).padded(\(digits))"
        case .choice: "\(name).text"
        case .optionalText: "\(name).orEmpty().percentEncoded()"
        case .segments: "\(name).percentEncodedPath().drop(1)"
        case .text: "\(name).percentEncoded()"
        }
    }

    /// The value as a text of its own.
    private func itemValue(_ capture: PatternCapture) -> String {
        let (name, kind) = parameter(capture)
        return switch kind {
        case .integer(digits: nil): "\(name).toString()"
        case .optionalText: "\(name)?.percentEncoded()"
        default: value(capture)
        }
    }
}
