/// Turns a template into operations: literals joined, slots with the rule of their place.
struct TemplateCompiler {
    /// What a program does to write a Location.
    enum Operation {
        case literal([UInt8], flags: UInt32)
        case other(UInt32, byte: UInt32, operand: UInt32)
        case skipWithItem([UInt8], byte: UInt32)
    }

    private(set) var operations: [Operation] = []
    /// The captures, by bit, that stand for a whole segment of the destination and could hold dots only.
    private(set) var dotMask: UInt32 = 0
    /// The decoded names of items that are not kept: the template's own (case 51), and those it has in a slot; or, with
    /// a policy that lists names, those that are kept.
    private(set) var names: [[UInt8]] = []

    private let pattern: RoutePattern?
    private let captures: [PatternCapture]
    private var literal: [UInt8] = []
    private var flags: UInt32 = 0

    /// Compiles a template of a route, or of none.
    init(
        _ template: URLTemplate, _ pattern: RoutePattern?, query policy: QueryPolicy = .keep,
        campaign: CampaignDefaults = CampaignDefaults()
    ) {
        self.pattern = pattern
        captures = pattern?.captures ?? []
        literal = Array(template.origin.utf8)
        for piece in template.path { append(piece, in: .path) }
        noteDots(template.path)
        if let query = template.query { append(query: query) }
        exclude(template)
        let excluded = names
        append(policy, template)
        for (name, value) in campaign.entries { append("utm_\(name)", value, policy, template, excluded) }
        if let fragment = template.fragment {
            literal.append(UInt8(ascii: "#"))
            for piece in fragment { append(piece, in: .fragment) }
        }
        flush()
    }

    private mutating func flush() {
        if !literal.isEmpty { operations.append(.literal(literal, flags: flags)) }
        literal = []
    }

    private mutating func append(_ kind: UInt32, byte: UInt32 = 0, operand: UInt32 = 0) {
        flush()
        operations.append(.other(kind, byte: byte, operand: operand))
    }

    private mutating func append(_ piece: TemplatePiece, in part: URLText.Part) {
        switch piece {
        case .literal(let text): literal += text.utf8
        case .path: append(ProgramLayout.Operation.path, operand: rule(for: nil, in: part).rawValue)
        case .query: append(ProgramLayout.Operation.query, operand: EscapeRule.query.rawValue)
        case .capture(let name):
            guard let index = captures.firstIndex(where: { $0.name == name }) else { return }
            let rule = rule(for: captures[index].place, in: part)
            append(ProgramLayout.Operation.capture, byte: UInt32(index), operand: rule.rawValue)
        }
    }

    private func rule(for place: CapturePlace?, in part: URLText.Part) -> EscapeRule {
        switch (part, place) {
        case (.path, nil), (.path, .rest): .segments
        case (.path, _): .segment
        case (.query, .item), (.query, .optionalItem): .item
        case (.query, _): .pathIntoItem
        case (.fragment, _): .fragment
        }
    }

    private mutating func append(query: [[TemplatePiece]]) {
        typealias Operation = ProgramLayout.Operation
        var isCertain = false
        var isFirst = true
        for item in query {
            let condition = condition(of: item)
            if let condition {
                append(condition.kind, byte: condition.capture, operand: UInt32(item.count + 1))
                append(Operation.separator)
            } else if isCertain || isFirst {
                literal.append(isFirst ? UInt8(ascii: "?") : UInt8(ascii: "&"))
                isCertain = true
            } else {
                append(Operation.separator)
                isCertain = true
            }
            isFirst = false
            flags = Operation.queryBegun | (item.isEmpty ? Operation.queryOpen : 0)
            for piece in item { append(piece, in: .query) }
            // The operations of a condition are counted: no literal may join them from behind.
            if condition != nil { flush() }
        }
    }

    /// An item that is left out when it would be empty: `{query}`, and one whose whole value is an optional capture.
    private func condition(of item: [TemplatePiece]) -> (kind: UInt32, capture: UInt32)? {
        if item == [.query] { return (ProgramLayout.Operation.skipWithoutQuery, 0) }
        guard item.count == 2, case .literal(let name) = item[0], name.utf8.count(where: { $0 == 0x3D }) == 1,
            name.hasSuffix("="), case .capture(let slot) = item[1],
            let index = captures.firstIndex(where: { $0.name == slot }), captures[index].place == .optionalItem
        else { return nil }
        return (ProgramLayout.Operation.skipWithoutCapture, UInt32(index))
    }

    /// Keeps of the request's query what the policy says.
    private mutating func append(_ policy: QueryPolicy, _ template: URLTemplate) {
        guard !template.pieces.contains(.query) else { return }
        switch policy {
        case .keep: append(ProgramLayout.Operation.keep)
        case .drop: break
        case .only(let listed):
            let own = names
            names = listed.map { Array($0.utf8) }.filter { !own.contains($0) }
            append(ProgramLayout.Operation.keep, byte: 1)
        }
    }

    /// Adds an item where neither the template nor what it keeps has one of the name.
    private mutating func append(
        _ name: String, _ value: String, _ policy: QueryPolicy, _ template: URLTemplate, _ excluded: [[UInt8]]
    ) {
        let bytes = Array(name.utf8)
        guard !excluded.contains(bytes) else { return }
        let mayBeSent =
            switch policy {
            case .keep: true
            case .drop: template.pieces.contains(.query)
            case .only(let listed): template.pieces.contains(.query) || listed.contains(name)
            }
        flush()
        if mayBeSent { operations.append(.skipWithItem(bytes, byte: 2)) }
        append(ProgramLayout.Operation.joiner)
        literal = Array("\(name)=\(value)".utf8)
        flags = ProgramLayout.Operation.queryBegun
        flush()
    }

    private mutating func exclude(_ template: URLTemplate) {
        var seen: Set<[UInt8]> = []
        for case .literal(let text)? in (template.query ?? []).map(\.first) {
            let name = PercentEncoding.decoded(text.utf8.prefix { $0 != UInt8(ascii: "=") })
            if seen.insert(name).inserted { names.append(name) }
        }
        for item in pattern?.items ?? [] {
            guard let capture = item.capture, template.captureNames.contains(capture.name) else { continue }
            let name = Array(item.name.utf8)
            if seen.insert(name).inserted { names.append(name) }
        }
    }

    /// A segment of a request is no dot segment, but a part of one can be, and an item's value.
    private mutating func noteDots(_ path: [TemplatePiece]) {
        for index in path.indices where TemplateRules.isWholeSegment(at: index, in: path) {
            guard case .capture(let name) = path[index],
                let capture = captures.firstIndex(where: { $0.name == name }), captures[capture].place != .rest
            else { continue }
            dotMask |= 1 << UInt32(capture)
        }
    }
}

extension TemplateCompiler {
    /// Compiles the address of a store.
    ///
    /// Google Play hands the referrer to the app at its first start: `link=` and the link, percent-encoded, and all of
    /// that once more as the value of an item (Play Install Referrer Library).
    init(_ store: StoreAddress) {
        pattern = nil
        captures = []
        literal = Array(store.text.utf8)
        flags = ProgramLayout.Operation.queryBegun
        if case .play = store {
            typealias Operation = ProgramLayout.Operation
            literal += "&referrer=link%3Dhttps%253A%252F%252F".utf8
            append(Operation.host)
            append(Operation.path, byte: 1, operand: EscapeRule.nested.rawValue)
            append(Operation.skipWithoutQuery, operand: 2)
            literal = Array("%253F".utf8)
            append(Operation.query, operand: EscapeRule.nested.rawValue)
        }
        flush()
    }
}

extension TemplateCompiler {
    /// Compiles the same path and query on another host.
    init(canonical host: HostName) {
        typealias Operation = ProgramLayout.Operation
        pattern = nil
        captures = []
        literal = Array("https://\(host)".utf8)
        append(Operation.path, byte: 1, operand: EscapeRule.segments.rawValue)
        append(Operation.skipWithoutQuery, operand: 2)
        literal = [UInt8(ascii: "?")]
        append(Operation.query, operand: EscapeRule.query.rawValue)
        flush()
    }
}
