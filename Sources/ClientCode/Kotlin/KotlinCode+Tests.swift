import DeepLinks

extension KotlinCode {
    /// Tests of the routes' examples and of URLs near them.
    var testsFile: String {
        var text = file(
            "Tests of the links of \(links.tenant) that open \(links.app.name)",
            imports: ["kotlin.test.Test", "kotlin.test.assertEquals", "kotlin.test.assertFailsWith"])
        text.block("class \(typeName)Test") { text in
            let examples = root.places.flatMap { place in
                place.link.route.examples.map { place.kotlinExample($0, in: typeName) }
            }
            let parts = CodePart.parts(examples, named: "examples")
            text.add("private val examples =")
            text.indented { text in
                guard !parts.isEmpty else { return text.addList("mapOf", examples) }
                text.addCall(.call("listOf", parts.map { .text("\($0.name)()") }), ".flatMap { it.entries }")
            }
            for part in parts {
                text.add()
                text.add("private fun \(part.name)(): Map<String, \(typeName)> =")
                text.indented { $0.addList("mapOf", part.elements) }
            }
            text.add()
            text.add("@Test")
            text.block("fun `examples open the app`()") { text in
                text.add("for ((url, link) in examples) assertEquals(link, \(typeName).parse(url))")
            }
            text.add()
            text.add("@Test")
            text.block("fun `what is printed is read as the same`()") { text in
                text.block("for ((url, link) in examples)") { text in
                    text.add("val host = url.substringAfter(\"://\").substringBefore('/')")
                    text.add("assertEquals(link, link.url(host)?.let { \(typeName).parse(it) })")
                    if links.app.scheme != nil {
                        text.add("link.schemeUrl?.let { assertEquals(link, \(typeName).parse(it)) }")
                    }
                }
            }
            guard !links.nearMisses.isEmpty else { return }
            text.add()
            text.add("@Test")
            text.block("fun `near misses stay in the browser`()") { text in
                text.add("val urls =")
                text.indented { text in
                    text.addList("listOf", links.nearMisses.map { .text(KotlinSpelling.literal($0)) })
                }
                text.add("for (url in urls) assertFailsWith<LinkException>(url) { \(typeName).parse(url) }")
            }
        }
        return text.text
    }
}

extension CodeText {
    /// Adds a call with an argument a line.
    fileprivate mutating func addList(_ function: String, _ elements: [CodeExpression]) {
        add("\(function)(")
        indented { text in
            for element in elements { text.addCall(element, ",") }
        }
        add(")")
    }
}

extension LinkPlace {
    /// An example's URL and its value.
    fileprivate func kotlinExample(_ example: ClientExample, in typeName: String) -> CodeExpression {
        let arguments = link.parameters.map { parameter in
            let value = parameter.kotlinValue(
                example.values[parameter.capture.name] ?? "", types: [typeName] + types)
            return CodeExpression.text("\(parameter.label) = \(value)")
        }
        let type = "\(typeName).\(kotlinType)"
        let value = arguments.isEmpty ? CodeExpression.text(type) : .call(type, arguments)
        return value.assigned(KotlinSpelling.literal(example.url.description), by: " to ")
    }
}

extension LinkParameter {
    /// The value of a text in a URL, as Kotlin writes it.
    fileprivate func kotlinValue(_ text: String, types: [String]) -> String {
        switch kind {
        case .text: return KotlinSpelling.literal(text.percentDecoded)
        case .optionalText: return text.isEmpty ? "null" : KotlinSpelling.literal(text.percentDecoded)
        case .integer: return text.integerLiteral + "L"
        case .choice(let type, let values):
            let value = values.first { $0.text == text } ?? values.first { $0.text.lowercased() == text.lowercased() }
            return (types + [type, KotlinSpelling.entry(value?.name ?? "")]).joined(separator: ".")
        case .segments:
            let segments = text.split(separator: "/").map { KotlinSpelling.literal(String($0).percentDecoded) }
            return segments.isEmpty ? "emptyList()" : "listOf(\(segments.joined(separator: ", ")))"
        }
    }
}
