import Testing

@Suite struct SwiftSourceTests {
    @Test func `comments and literals are blank, interpolations are code`() {
        let source = SwiftSource(
            ##"""
            let a = "unsafe \(b(")")) print(" // unsafe
            /* unsafe /* try! */ fatalError */ let c = #"unsafe" \("# + d
            let e = """
                print( " \(f!)
                """ + "\\" + g
            """##)
        let code = source.code.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(code == ["let a = b( )", "let c = + d", "let e =", "f!", "+ + g"].map { $0 })
    }

    @Test func `imports are found behind attributes and access levels`() {
        let source = SwiftSource(
            "import A\n@testable package import B\nimport struct C.D\n// import E\nlet f = \"import G\"")
        #expect(source.imports == ["A", "B", "C"])
    }
}
