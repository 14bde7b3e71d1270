import Testing

@testable import ClientCode

/// Compares answers with the oracle, and counts.
struct ProofCounts {
    var compared = 0
    var links = 0
    var files = 0
    var printed = 0
    var schemes = 0

    mutating func compare(_ answer: Substring, _ url: String, on host: String, _ oracle: ClientOracle) {
        let context = "\(oracle.links.tenant) \(url)"
        if answer == "~" { return }
        let parts = answer.split(separator: "\t")
        let found = answer == "!" ? nil : String(parts[0])
        if oracle.knows(url) {
            compared += 1
            let expected = oracle.link(url)
            #expect(found == expected?.text, "\(context)")
            if let opens = oracle.opensByFile(url) {
                files += 1
                #expect(opens == (found != nil), "\(context) by the association file")
            }
            if let expected, found != nil {
                links += 1
                let target = "https://\(host)\(expected.target)"
                if parts[1] == "-" {
                    // It is read as something else, or as nothing.
                    #expect(oracle.link(target)?.text != expected.text, "\(context): \(target) is not printed")
                } else {
                    printed += 1
                    #expect(parts[1] == target, "\(context)")
                    #expect(oracle.link(String(parts[1]))?.text == expected.text, "\(context)")
                }
            }
        }
        if parts.count == 3, parts[2] != "-" {
            schemes += 1
            let own = String(parts[2])
            #expect(oracle.isOwnScheme(own))
            if oracle.knows(own) { #expect(oracle.link(own)?.text == found, "\(context): \(own)") }
        }
    }
}
