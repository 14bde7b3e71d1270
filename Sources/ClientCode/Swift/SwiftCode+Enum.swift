import DeepLinks

extension SwiftCode {
    /// The enum with everything nested in it.
    var enumFile: String {
        var text = file("The links of \(links.tenant) that open \(links.app.name)")
        text.addEnum(root, about: "A link that opens the app.")
        return text.text
    }
}

extension CodeText {
    fileprivate mutating func addEnum(_ type: LinkEnum, about: String) {
        add("/// \(about)")
        block("public enum \(type.typeName): Hashable, Sendable") { text in
            for linkCase in type.cases { text.addCase(linkCase) }
            for case .group(let group) in type.cases.map(\.content) {
                text.addGap()
                text.addEnum(group, about: "The links of `\(group.routePrefix)`.")
            }
            for case .link(let link) in type.cases.map(\.content) {
                guard let payload = link.payload else { continue }
                text.addGap()
                text.addPayload(payload, link)
            }
            for choice in type.choices {
                text.addGap()
                text.addChoice(choice)
            }
        }
    }

    private mutating func addCase(_ linkCase: LinkCase) {
        addGap()
        let name = SwiftSpelling.name(linkCase.name)
        switch linkCase.content {
        case .group(let group):
            add("/// One of the links of `\(group.routePrefix)`.")
            add("case \(name)(\(group.typeName))")
        case .link(let link):
            add("/// `\(link.route.pattern)`")
            if let example = link.route.examples.first {
                add("///")
                add("/// <\(example.url)>")
            }
            if let payload = link.payload {
                add("case \(name)(\(payload))")
            } else if link.parameters.isEmpty {
                add("case \(name)")
            } else {
                add("", .call("case \(name)", link.parameters.map { .text($0.argument) }))
            }
        }
    }

    private mutating func addPayload(_ name: String, _ link: LinkCase.Link) {
        add("/// The values of `\(link.route.name)`.")
        block("public struct \(name): Hashable, Sendable") { text in
            for parameter in link.parameters { text.add("public var \(parameter.declaration)") }
            text.add()
            text.add("/// Makes the values of a link.")
            let head = CodeExpression.call("public init", link.parameters.map { .text($0.argument) })
            let lines = head.lines("", " {", indent: text.indent)
            if lines.count == 1 {
                text.add(head.flat + " {")
            } else {
                // swift-format gives the closing parenthesis of a declaration a line of its own.
                for line in lines.dropLast() { text.add(String(line.dropFirst(text.indent))) }
                text.add(String((lines.last ?? "").dropFirst(text.indent).dropLast(3)))
                text.add(") {")
            }
            text.indented { text in
                for parameter in link.parameters { text.add("self.\(parameter.label) = \(parameter.label)") }
            }
            text.add("}")
        }
    }

    private mutating func addChoice(_ choice: LinkChoice) {
        add("/// What `\(choice.capture)` may be; the raw values are the texts in a URL.")
        block("public enum \(choice.typeName): String, CaseIterable, Hashable, Sendable") { text in
            for value in choice.values {
                let raw = value.name == value.text ? "" : " = \(SwiftSpelling.literal(value.text))"
                text.add("case \(SwiftSpelling.name(value.name))\(raw)")
            }
        }
    }
}

extension LinkParameter {
    /// Label and type.
    fileprivate var declaration: String { "\(label): \(swiftType)" }

    /// The same, and the value that need not be given.
    fileprivate var argument: String { kind == .optionalText ? declaration + " = nil" : declaration }

    private var swiftType: String {
        switch kind {
        case .text: "String"
        case .optionalText: "String?"
        case .integer: "Int"
        case .choice(let name, _): name
        case .segments: "[String]"
        }
    }
}
