import DeepLinks

extension SwiftCode {
    /// Tests of the routes' examples and of URLs near them.
    var testsFile: String {
        var text = file("Tests of the links of \(links.tenant) that open \(links.app.name)")
        for module in ["Foundation", "Testing", name].sorted() { text.add("import \(module)") }
        text.add()
        text.block("struct \(typeName)Tests") { text in
            let examples = root.places.flatMap { place in
                place.link.route.examples.map { example in
                    CodeExpression.tuple([
                        .text(SwiftSpelling.literal(example.url.description)), place.swiftValue(example),
                    ])
                }
            }
            text.addArray("static let examples: [(url: String, link: \(typeName))] = ", examples)
            text.add()
            text.block("@Test(arguments: examples) func opens(url: String, link: \(typeName)) throws") { text in
                text.add("let url = try #require(URL(string: url))")
                text.add("#expect(try \(typeName)(url) == link)")
            }
            text.add()
            text.block("@Test(arguments: examples) func prints(url: String, link: \(typeName)) throws") { text in
                text.add("let host = try #require(URL(string: url)?.host)")
                text.add("let printed = try #require(link.url(on: host))")
                text.add("#expect(try \(typeName)(printed) == link)")
                if links.app.scheme != nil {
                    text.add("if let schemeURL = link.schemeURL {")
                    text.add("    #expect(try \(typeName)(schemeURL) == link)")
                    text.add("}")
                }
            }
            guard !links.nearMisses.isEmpty else { return }
            text.add()
            text.addArray(
                "static let nearMisses = ", links.nearMisses.map { .text(SwiftSpelling.literal($0)) })
            text.add()
            text.block("@Test(arguments: nearMisses) func staysInBrowser(url: String) throws") { text in
                text.add("let url = try #require(URL(string: url))")
                text.add("#expect(throws: LinkError.self) { try \(typeName)(url) }")
            }
        }
        return text.text
    }
}

extension LinkPlace {
    /// The value that an example has.
    fileprivate func swiftValue(_ example: ClientExample) -> CodeExpression {
        swiftCase { $0.swiftValue(example.values[$0.capture.name] ?? "") }
    }
}

extension LinkParameter {
    /// The value of a text in a URL, as Swift writes it.
    fileprivate func swiftValue(_ text: String) -> String {
        switch kind {
        case .text: return SwiftSpelling.literal(text.percentDecoded)
        case .optionalText: return text.isEmpty ? "nil" : SwiftSpelling.literal(text.percentDecoded)
        case .integer: return text.integerLiteral
        case .choice(_, let values):
            let value = values.first { $0.text == text } ?? values.first { $0.text.lowercased() == text.lowercased() }
            return ".\(value?.name ?? "")"
        case .segments:
            let segments = text.split(separator: "/").map { SwiftSpelling.literal(String($0).percentDecoded) }
            return "[\(segments.joined(separator: ", "))]"
        }
    }
}
