import CommandLine
import Testing

@Suite struct TextTableTests {
    @Test func `columns are as wide as what they hold, and no line ends in spaces`() {
        var table = TextTable(["host", "state", "note"])
        #expect(table.text.isEmpty)
        table.append(["go.acme.example", "live", ""])
        table.append(["*.é.example", "pending", "a\u{1B}[2Jb\u{202E}"])
        #expect(
            table.text == """
                HOST             STATE    NOTE
                go.acme.example  live     -
                *.é.example      pending  a\\u{1B}[2Jb\\u{202E}

                """)
    }
}
