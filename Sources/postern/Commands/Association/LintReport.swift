import Association
import JSONText

/// Findings about a file as people read them: the gravest first, each with its line, and those of a kind together.
struct LintReport {
    private let findings: [Finding]
    private let kind: AssociationKind
    private let excerpts: TextExcerpts
    private let mended: String?

    /// Findings of one kind that are shown beside the first.
    private static let shownOfKind = 4

    init(_ findings: [Finding], of bytes: [UInt8], kind: AssociationKind) {
        self.findings = findings
        self.kind = kind
        excerpts = TextExcerpts(bytes)
        mended = AssociationMend.text(bytes, kind: kind)
    }

    /// The findings.
    var text: String { groups.map(text(of:)).joined(separator: "\n") }

    /// The lines of a mended file that are shown at most.
    private static let mostLines = 60

    /// What to write instead of the whole file, and what is still wrong with that; `nil` where no one but its owner knows.
    var mending: String? {
        guard let mended, mended.count(where: { $0 == "\n" }) <= Self.mostLines,
            mended.unicodeScalars.allSatisfy({ $0.isPrintable || $0 == "\n" })
        else { return nil }
        let left = AssociationLint.findings(Array(mended.utf8), kind: kind).filter { $0.severity != .note }
        let lines = left.map { "\($0.severity.rawValue) at \($0.pointer.onOneLine): \($0.message); \($0.advice)\n" }
        let close = left.isEmpty ? "" : "\nstill to be mended in it:\n" + lines.joined()
        return "what to write instead:\n\n" + mended + close
    }

    /// How many there are of each severity, and what that means.
    var summary: String {
        guard !findings.isEmpty else { return "\(kind.rawValue): no findings" }
        let counts = Severity.allCases.compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let worst = findings.map(\.severity).min()
        let meaning =
            switch worst {
            case _ where findings.contains { $0.code == .signedFile }:
                "a signed file is recognised, and what it says is not judged"
            case .error: "what is named an error does not work"
            case .warning: "the file is read, and something in it works otherwise than it reads"
            case .note, nil: "the file works as it reads"
            }
        return "\(kind.rawValue): \(counts.joined(separator: ", ")); \(meaning)"
    }

    /// The findings by code: by severity, then by where the first one stands.
    private var groups: [[Finding]] {
        var groups: [[Finding]] = []
        for severity in Severity.allCases {
            var places: [FindingCode: Int] = [:]
            for finding in findings where finding.severity == severity {
                if let place = places[finding.code] {
                    groups[place].append(finding)
                } else {
                    places[finding.code] = groups.count
                    groups.append([finding])
                }
            }
        }
        return groups
    }

    private func text(of group: [Finding]) -> String {
        guard let first = group.first else { return "" }
        var text = "\(first.position): \(first.severity.rawValue): \(first.message)\n"
        if let excerpt = excerpts.excerpt(at: first.position) {
            let indent = String(repeating: " ", count: excerpt.column)
            text += "    \(excerpt.line)\n    \(indent)^ \(first.advice)\n"
        } else {
            text += "    \(first.advice)\n"
        }
        let place = first.pointer.isEmpty ? "" : " at \(first.pointer.onOneLine)"
        text += "    \(first.code.rawValue)\(place)\n"
        let others = group.dropFirst()
        for other in others.prefix(Self.shownOfKind) {
            let message = other.message == first.message ? "the same" : other.message
            let advice = other.advice == first.advice ? "" : "; \(other.advice)"
            text += "    \(other.position): \(message)\(advice)\n"
        }
        let rest = others.count - Self.shownOfKind
        return rest > 0 ? text + "    and \(rest) more: --json has them all\n" : text
    }
}

/// Lines of a text as far as they fit on a screen.
struct TextExcerpts {
    /// A piece of a line, and how many characters of it stand before the place.
    struct Excerpt: Equatable {
        let line: String
        let column: Int
    }

    private let bytes: [UInt8]

    /// Bytes of a line that are shown at most, and those of them before the place.
    private static let width = 96
    private static let lead = 32

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line at a place; `nil` where there is no text to show.
    func excerpt(at position: JSONPosition) -> Excerpt? {
        let place = min(position.offset, bytes.count)
        let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        var start = (bytes[..<place].lastIndex(where: isEnd) ?? -1) + 1
        while start < place, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        var end = bytes[place...].firstIndex(where: isEnd) ?? bytes.count
        let isCut = (start: place - start > Self.lead && end - start > Self.width, end: end - start > Self.width)
        if isCut.start { start = boundary(place - Self.lead) }
        if isCut.end, end - start > Self.width { end = boundary(start + Self.width) }
        guard let before = String(validating: bytes[start..<place], as: UTF8.self),
            let after = String(validating: bytes[place..<max(end, place)], as: UTF8.self),
            !(before + after).isEmpty, (before + after).unicodeScalars.allSatisfy({ $0.isPrintable || $0 == "\t" })
        else { return nil }
        let head = isCut.start ? "…" : ""
        let tail = end < bytes.count && !isEnd(bytes[end]) ? "…" : ""
        let line = (head + before + after + tail).map { $0 == "\t" ? " " : $0 }
        return Excerpt(line: String(line), column: head.count + before.count)
    }

    /// The first byte of the character at an offset.
    private func boundary(_ offset: Int) -> Int {
        var offset = offset
        while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }
}
