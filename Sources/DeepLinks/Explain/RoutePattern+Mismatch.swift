extension RoutePattern {
    /// Why a request does not match; `nil` when it does.
    func mismatch(_ request: RequestText) -> RouteMismatch? {
        if request.segments.contains(where: \.isEmpty) { return .emptySegment }
        let found = request.segments.count
        guard rest == nil ? found == segments.count : found >= segments.count else {
            return .depth(found: found, expected: segments.count, orMore: rest != nil)
        }
        if isRestLimited, found > Self.limitedRestDepth { return .tooDeep(found: found) }
        for (index, (segment, text)) in zip(segments, request.segments).enumerated()
        where !segment.matches(text, request) {
            return .segment(index + 1, found: String(bytes: text), expected: segment.description)
        }
        return items.lazy.compactMap { $0.mismatch(request) }.first
    }
}

extension PatternSegment {
    fileprivate func matches(_ text: [UInt8], _ request: RequestText) -> Bool {
        switch self {
        case .literal(let literal): return request.agree(text, literal.utf8)
        case .capture(let capture, let head, let tail):
            guard text.count > head.utf8.count + tail.utf8.count,
                request.agree(text.prefix(head.utf8.count), head.utf8),
                request.agree(text.suffix(tail.utf8.count), tail.utf8)
            else { return false }
            return capture.values.contain(text.dropFirst(head.utf8.count).dropLast(tail.utf8.count), request)
        }
    }
}

extension CaptureValues {
    fileprivate func contain(_ text: some Collection<UInt8>, _ request: RequestText) -> Bool {
        switch self {
        case .any: !text.isEmpty
        case .digits(let range): range.contains(text.count) && text.allSatisfy(isDigit)
        case .listed(let values): values.contains { request.agree(text, $0.utf8) }
        }
    }
}

extension PatternItem {
    fileprivate func mismatch(_ request: RequestText) -> RouteMismatch? {
        if capture?.place == .optionalItem { return nil }
        let values = request.items.filter { $0.name == Array(name.utf8) }.map(\.value)
        guard let first = values.first, values.allSatisfy({ !$0.isEmpty }) else { return .missingItem(name) }
        let isExpected: Bool
        switch condition {
        case .equals(let value): isExpected = request.agree(first, value.utf8)
        case .captured(let capture) where capture.values == .any: return nil
        case .captured(let capture): isExpected = capture.values.contain(first, request)
        }
        guard isExpected else {
            let expected = description.utf8.dropFirst(name.utf8.count + 1)
            return .item(name, found: String(bytes: first), expected: String(bytes: Array(expected)))
        }
        guard let other = values.first(where: { !request.agree($0, first) }) else { return nil }
        return .repeatedItem(name, String(bytes: first), String(bytes: other))
    }
}
