import DeepLinks

extension LinkForm {
    /// Whether a path may be both forms'; in doubt yes.
    ///
    /// The query does not count, nor does case.
    func mayShareAPath(with other: LinkForm) -> Bool {
        let (own, ownRest) = fixedSegments
        let (others, otherRest) = other.fixedSegments
        guard own.count == others.count || (own.count < others.count ? ownRest : otherRest) else { return false }
        return zip(own, others).allSatisfy { $0.mayShareAText(with: $1) }
    }

    /// Whether a path may be one that the gateway answers itself; in doubt yes.
    var mayBeReserved: Bool {
        let (own, hasRest) = fixedSegments
        guard let first = own.first else { return hasRest }
        let names =
            [".well-known"] + (own.count == 1 ? ["apple-app-site-association", "favicon.ico", "robots.txt"] : [])
        return names.contains { first.mayShareAText(with: .literal($0)) }
    }

    private var fixedSegments: (segments: [Segment], hasRest: Bool) {
        let fixed = segments.filter { if case .rest = $0 { false } else { true } }
        return (fixed, fixed.count < segments.count)
    }
}

extension LinkForm.Segment {
    fileprivate func mayShareAText(with other: LinkForm.Segment) -> Bool {
        switch (texts, other.texts) {
        case (let own?, let others?): !own.isDisjoint(with: others)
        case (let own?, nil): own.contains(where: other.mayBe)
        case (nil, let others?): others.contains(where: mayBe)
        case (nil, nil): true
        }
    }

    /// All texts that the segment can be, folded; `nil` when they are not listed.
    private var texts: Set<String>? {
        switch self {
        case .literal(let text): [text.lowercased()]
        case .capture(let capture, let head, let tail):
            if case .listed(let texts) = capture.values {
                Set(texts.map { (head + $0 + tail).lowercased() })
            } else {
                nil
            }
        case .rest: nil
        }
    }

    /// Whether the segment, whose texts are not listed, can be a text.
    private func mayBe(_ text: String) -> Bool {
        guard case .capture(let capture, let head, let tail) = self else { return true }
        guard text.hasPrefix(head.lowercased()), text.hasSuffix(tail.lowercased()),
            text.utf8.count > head.utf8.count + tail.utf8.count
        else {
            return false
        }
        guard case .digits(let counts) = capture.values else { return true }
        let value = text.dropFirst(head.count).dropLast(tail.count)
        return counts.contains(value.utf8.count) && value.utf8.allSatisfy(isDigit)
    }
}
