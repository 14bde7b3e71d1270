import Testing

@testable import ClientCode

@Suite struct NamingTests {
    struct Case: CustomTestStringConvertible {
        let text: String
        let lower: String
        let upper: String
        var testDescription: String { text }
    }

    static let cases = [
        Case(text: "product", lower: "product", upper: "Product"),
        Case(text: "orderHistory", lower: "orderHistory", upper: "OrderHistory"),
        Case(text: "product_id", lower: "productId", upper: "ProductId"),
        Case(text: "item-1", lower: "item1", upper: "Item1"),
        Case(text: "ID", lower: "id", upper: "ID"),
        Case(text: "ItemID", lower: "itemID", upper: "ItemID"),
        Case(text: "URLPath", lower: "urlPath", upper: "URLPath"),
        Case(text: "12", lower: "value12", upper: "12"),
        Case(text: "é", lower: "value", upper: ""),
        Case(text: "acme-corp", lower: "acmeCorp", upper: "AcmeCorp"),
    ]

    @Test(arguments: cases) func `a text becomes an identifier`(_ item: Case) {
        #expect(Identifier.lowerCamel(item.text, fallback: "value") == item.lower)
        #expect(Identifier.upperCamel(item.text) == item.upper)
    }

    @Test func `names that are taken get the suffix, then numbers`() {
        var scope = NameScope(reserved: ["url"])
        #expect(scope.name("url", suffix: "Link") == "urlLink")
        #expect(scope.name("url", suffix: "Link") == "urlLink2")
        #expect(scope.name("home", suffix: "Link") == "home")
        #expect(scope.name("home", suffix: "") == "home2")
        #expect(scope.name("home", suffix: "") == "home3")
    }

    @Test(arguments: [
        ("0", "0"), ("000", "0"), ("0042", "42"), ("999999", "999999"), ("1234567", "1_234_567"),
        ("123456789012345678", "123_456_789_012_345_678"),
    ])
    func `digits are a literal in groups of three`(digits: String, literal: String) {
        #expect(digits.integerLiteral == literal)
    }

    @Test func `a keyword is quoted and a literal escaped`() {
        #expect(SwiftSpelling.name("default") == "`default`")
        #expect(SwiftSpelling.name("home") == "home")
        #expect(SwiftSpelling.literal("a\"b\\(c)\n") == #""a\"b\\(c)\u{A}""#)
    }
}
