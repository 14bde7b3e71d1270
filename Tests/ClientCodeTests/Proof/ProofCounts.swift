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
        if answer == "~" { return }
        // An expectation for each of so many URLs would take most of the time.
        func require(_ isRight: Bool, _ reason: String) {
            if !isRight { Issue.record("\(oracle.links.tenant) \(url): \(reason): \(answer)") }
        }
        let parts = answer.split(separator: "\t")
        let found = answer.first == "!" ? nil : String(parts[0])
        if oracle.knows(url) {
            compared += 1
            let expected = oracle.link(url)
            require(found == expected?.text, "not \(expected?.text ?? "refused")")
            if let opens = oracle.opensByFile(url) {
                files += 1
                require(opens == (found != nil), "otherwise by the association file")
            }
            if let expected, found != nil {
                links += 1
                let target = "https://\(host)\(expected.target)"
                let read = oracle.link(target)?.text
                if parts[1] == "-" {
                    require(read != expected.text, "\(target) is not printed")
                } else {
                    printed += 1
                    require(parts[1] == target && read == expected.text, "\(target) is printed otherwise")
                }
            }
        }
        if parts.count == 3, parts[2] != "-" {
            schemes += 1
            let own = String(parts[2])
            require(oracle.isOwnScheme(own), "another scheme")
            if oracle.knows(own) { require(oracle.link(own)?.text == found, "\(own) is read otherwise") }
        }
    }
}
