import JSONText
import Testing

/// Decoding of closed sets of names, with the whole message.
@Suite struct JSONDecodingTests {
    enum Name: String, CaseIterable { case version, name, tenants, opensApp, web }
    enum Colour: String, CaseIterable { case red, green, blue }

    struct OddText: Error, CustomStringConvertible {
        let description = "must have an even length"
    }

    private func object(_ text: String) throws -> JSONObject<Name> {
        try JSONElement(try read(text, .json5)).object(Name.self)
    }

    @Test func `members of every type are read`() throws {
        let object = try object("{version: 1, name: 'x', tenants: [{a: 1.5}, null], opensApp: true}")
        #expect(try object.required(.version).integer(in: 1...1) == 1)
        #expect(try object.required(.name).string() == "x")
        #expect(try object.required(.opensApp).bool())
        #expect(object.optional(.web)?.path == nil)
        let items = try object.required(.tenants).items()
        #expect(items.map(\.path.description) == ["$.tenants[0]", "$.tenants[1]"])
        #expect(items[1].isNull)
        let entry = try #require(try items[0].entries().first)
        #expect(entry.name == "a")
        #expect(entry.element.path.description == "$.tenants[0].a")
        #expect(try entry.element.double() == 1.5)
        #expect(object.namePosition(.name)?.column == 14)
    }

    static let unknown: [(text: String, message: String)] = [
        ("{nmae: 1}", #"unknown name "nmae"; did you mean "name"?"#),
        ("{Name: 1}", #"unknown name "Name"; did you mean "name"?"#),
        ("{opens_app: 1}", #"unknown name "opens_app"; did you mean "opensApp"?"#),
        ("{tenant: 1}", #"unknown name "tenant"; did you mean "tenants"?"#),
        ("{verison: 1}", #"unknown name "verison"; did you mean "version"?"#),
        ("{zzzzzz: 1}", #"unknown name "zzzzzz"; known: version, name, tenants, opensApp, web"#),
        ("{'': 1}", #"unknown name ""; known: version, name, tenants, opensApp, web"#),
        ("{'\u{FF4E}ame': 1}", #"unknown name "ｎame"; known: version, name, tenants, opensApp, web"#),
    ]

    @Test(arguments: unknown)
    func `an unknown name is refused with the nearest known one`(text: String, message: String) throws {
        let error = try #require(#expect(throws: JSONError.self) { try object(text) })
        #expect("\(error.kind)" == message)
        #expect(error.position.offset == 1)
    }

    @Test func `a hostile name of any length has no nearest one and a short message`() throws {
        let text = "{" + String(repeating: "n", count: 100_000) + ": 1}"
        let error = try #require(#expect(throws: JSONError.self) { try object(text) })
        #expect(error.description.utf8.count < 300)
    }

    /// How a value is decoded and the whole message.
    static let refused: [(text: String, decode: @Sendable (JSONElement) throws -> Void, message: String)] = [
        ("[1]", { _ = try $0.items()[0].string() }, "line 1, column 2, at $[0]: expected a string, found a number"),
        ("1", { _ = try $0.bool() }, "line 1, column 1, at $: expected true or false, found a number"),
        ("'1'", { _ = try $0.integer() }, "line 1, column 1, at $: expected an integer of 64 bits, found a string"),
        ("1.0", { _ = try $0.integer() }, "line 1, column 1, at $: expected an integer of 64 bits, found 1.0"),
        ("0", { _ = try $0.integer(in: 1...9) }, "line 1, column 1, at $: expected an integer from 1 to 9, found 0"),
        ("10", { _ = try $0.integer(in: 1...9) }, "line 1, column 1, at $: expected an integer from 1 to 9, found 10"),
        ("null", { _ = try $0.double() }, "line 1, column 1, at $: expected a number, found null"),
        ("NaN", { _ = try $0.double() }, "line 1, column 1, at $: expected a finite number, found NaN"),
        ("{}", { _ = try $0.items() }, "line 1, column 1, at $: expected an array, found an object"),
        ("[]", { _ = try $0.entries() }, "line 1, column 1, at $: expected an object, found an array"),
        ("true", { _ = try $0.object(Name.self) }, "line 1, column 1, at $: expected an object, found a Boolean"),
        (
            "\n {name: 'x'}", { _ = try $0.object(Name.self).required(.version) },
            #"line 2, column 2, at $: the name "version" is missing"#
        ),
        (
            "'gren'", { _ = try $0.choice(of: Colour.self) },
            #"line 1, column 1, at $: unknown value "gren"; did you mean "green"?"#
        ),
        (
            "'\u{1B}[2J'", { _ = try $0.choice(of: Colour.self) },
            #"line 1, column 1, at $: unknown value "\u{1b}[2J"; known: red, green, blue"#
        ),
        (
            "{name: 'odd'}",
            {
                try $0.object(Name.self).required(.name).string { text throws(OddText) in
                    if text.utf8.count % 2 == 1 { throw OddText() }
                }
            },
            "line 1, column 8, at $.name: must have an even length"
        ),
        ("{b: 1}", { throw try $0.entries()[0].nameRefused("no b") }, "line 1, column 2, at $.b: no b"),
        ("{}", { throw try $0.object(Name.self).refused("is empty") }, "line 1, column 1, at $: is empty"),
    ]

    @Test(arguments: refused.indices)
    func `a value that does not fit is refused with place, path and reason`(index: Int) throws {
        let (text, decode, message) = Self.refused[index]
        let element = JSONElement(try read(text, .json5))
        let error = try #require(#expect(throws: JSONError.self) { try decode(element) })
        #expect(error.description == message)
    }

    @Test(arguments: [("1", 1), ("9", 9)])
    func `both ends of a range are in it`(text: String, value: Int) throws {
        #expect(try JSONElement(try read(text, .rfc8259)).integer(in: 1...9) == value)
    }

    @Test func `a choice is read by its exact spelling`() throws {
        #expect(try JSONElement(try read("'blue'", .json5)).choice(of: Colour.self) == .blue)
    }
}
