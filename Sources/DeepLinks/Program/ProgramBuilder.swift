internal import Platform

/// Compiles a route set.
struct ProgramBuilder {
    private(set) var words: [UInt32] = []
    private(set) var text: [UInt8] = []

    private let set: RouteSet
    private var texts: [[UInt8]: UInt32] = [:]
    private var itemNames: [String: UInt32] = [:]
    private var itemNameList: [String] = []

    init(_ set: RouteSet) { self.set = set }

    /// Writes header, records and everything they point to.
    mutating func build() {
        words = [UInt32](repeating: 0, count: ProgramLayout.headerSize)
        words[0] = ProgramLayout.version
        words[ProgramLayout.flags] =
            (set.isCaseSensitive ? 0 : ProgramLayout.foldsFlag) | (set.isSuspended ? ProgramLayout.suspendedFlag : 0)
            | (set.destinationRules.hosts.isEmpty ? 0 : ProgramLayout.hostsFlag)
            | (set.indexesLinks ? ProgramLayout.indexFlag : 0)
            | (set.canonical == nil ? 0 : ProgramLayout.canonicalFlag)
        words[ProgramLayout.routeCount] = UInt32(set.routes.count)
        words[ProgramLayout.routes] = here
        words += [UInt32](repeating: 0, count: set.routes.count * ProgramLayout.RouteRecord.size)
        for (index, route) in set.routes.enumerated() { append(route, record: ProgramLayout.headerSize, index) }
        appendUnmatched()
        if let host = set.canonical {
            words[ProgramLayout.canonical] = append(TemplateCompiler(canonical: host))
        }
        if let robots = set.robots {
            words.replaceSubrange(
                ProgramLayout.robots..<(ProgramLayout.robots + 2), with: reference(Array(robots.served.utf8)))
        }
        if let policy = set.strictTransport {
            words.replaceSubrange(
                ProgramLayout.strictTransport..<(ProgramLayout.strictTransport + 2),
                with: reference(Array(policy.text.utf8)))
        }
        words[ProgramLayout.itemNames] = here
        for name in itemNameList { words += reference(Array(name.utf8)) }
        appendIndex()
    }

    private var here: UInt32 { UInt32(words.count) }

    /// Offset and count of a text; equal texts are stored once.
    private mutating func reference(_ bytes: [UInt8]) -> [UInt32] {
        if let offset = texts[bytes] { return [offset, UInt32(bytes.count)] }
        let offset = UInt32(text.count)
        text += bytes
        texts[bytes] = offset
        return [offset, UInt32(bytes.count)]
    }

    /// The text as a pattern's literal is compared.
    private func matched(_ literal: String) -> [UInt8] {
        set.isCaseSensitive ? Array(literal.utf8) : literal.utf8.map(URLCharacter.folded)
    }

    private mutating func append(_ route: Route, record base: Int, _ index: Int) {
        typealias Record = ProgramLayout.RouteRecord
        let record = base + index * Record.size
        let pattern = route.pattern
        let captures = pattern.captures.map(\.name)
        var shape = UInt32(pattern.segments.count)
        var captureIndex = 0
        if let rest = pattern.rest {
            shape |= Record.restFlag | (pattern.isRestLimited ? Record.limitedFlag : 0)
            captureIndex = captures.firstIndex(of: rest) ?? 0
        }
        if case .links = route.destination {
            shape |= Record.linksFlag
            captureIndex = pattern.linkCapture.flatMap { captures.firstIndex(of: $0.name) } ?? Record.noCapture
        }
        words[record + Record.segments] = here
        for segment in pattern.segments { append(segment, captures) }
        words[record + Record.items] = here
        for item in pattern.items { append(item, captures) }
        words[record + Record.shape] = shape
        words[record + Record.itemCount] = UInt32(pattern.items.count)
        words[record + Record.captureIndex] = UInt32(captureIndex)
        words[record + Record.status] = UInt32(clamping: route.redirect.status)
        words[record + Record.maxAge] = UInt32(clamping: route.redirect.maxAge)
        switch route.destination {
        case .web(let template): words[record + Record.template] = append(compiled(template, route))
        case .links: words[record + Record.linkRules] = appendLinkRules(route)
        }
        words[record + Record.targets] = appendTargets(route, words[record + Record.template])
        if route.lifeSpan != LifeSpan() {
            words[record + Record.lifeSpan] = here
            append(route.lifeSpan.start?.microseconds ?? .min)
            append(route.lifeSpan.end?.microseconds ?? .max)
        }
    }

    private mutating func append(_ number: Int64) {
        words += [UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)]
    }

    private mutating func append(_ segment: PatternSegment, _ captures: [String]) {
        switch segment {
        case .literal(let text):
            words.append(ProgramLayout.Match.literal)
            words += reference(matched(text))
        case .capture(let capture, let head, let tail):
            let index = UInt32(captures.firstIndex(of: capture.name) ?? 0)
            words.append(kind(of: capture) | index << 8)
            words += reference(matched(head))
            words += reference(matched(tail))
            appendValues(of: capture)
        }
    }

    private mutating func append(_ item: PatternItem, _ captures: [String]) {
        let name: UInt32
        if let known = itemNames[item.name] {
            name = known
        } else {
            name = UInt32(itemNameList.count)
            itemNames[item.name] = name
            itemNameList.append(item.name)
        }
        switch item.condition {
        case .equals(let value):
            words.append(ProgramLayout.Match.literal | name << 16)
            words += reference(matched(value))
        case .captured(let capture):
            let index = UInt32(captures.firstIndex(of: capture.name) ?? 0)
            words.append(kind(of: capture) | index << 8 | name << 16)
            appendValues(of: capture)
        }
    }

    private func kind(of capture: PatternCapture) -> UInt32 {
        if capture.place == .optionalItem { return ProgramLayout.Match.optional }
        return switch capture.values {
        case .any: ProgramLayout.Match.free
        case .digits: ProgramLayout.Match.digits
        case .listed: ProgramLayout.Match.listed
        }
    }

    private mutating func appendValues(of capture: PatternCapture) {
        switch capture.values {
        case .any: break
        case .digits(let range): words += [UInt32(range.lowerBound), UInt32(range.upperBound)]
        case .listed(let values):
            words.append(UInt32(values.count))
            for value in values { words += reference(matched(value)) }
        }
    }
}

// MARK: - Destinations

extension ProgramBuilder {
    private func compiled(_ template: URLTemplate, _ route: Route) -> TemplateCompiler {
        TemplateCompiler(template, route.pattern, query: route.query, campaign: route.campaign)
    }

    /// Where browsers go by platform; 0 when all go to the one web destination.
    private mutating func appendTargets(_ route: Route, _ web: UInt32) -> UInt32 {
        typealias Targets = ProgramLayout.Targets
        var entries: [UInt32] = []
        var isPlain = route.preview == nil
        for platform in ClientPlatform.allCases {
            let store = set.store(for: route, on: platform)
            var kind = Targets.web
            var template = web
            switch route.platforms[platform] {
            case .web, nil: break
            case .template(let other): template = append(compiled(other, route))
            case .page: kind = Targets.page
            case .store where store == nil: break
            // Never a guess: a Mac has no use for the app of an iPad (case 78).
            case .store: kind = platform == .macOrIPad ? Targets.page : Targets.store
            }
            if kind != Targets.web || template != web { isPlain = false }
            entries += [kind, template, kind == Targets.web ? 0 : store.map { append(TemplateCompiler($0)) } ?? 0]
        }
        guard !isPlain else { return 0 }
        words[ProgramLayout.flags] |= ProgramLayout.clientFlag
        let place = here
        words += [route.preview == nil ? 0 : 1] + entries
        return place
    }

    /// What is answered where no route decides.
    private mutating func appendUnmatched() {
        let fallback = append(TemplateCompiler(set.fallback, nil))
        let record = appendUnmatched(set.unmatched, fallback)
        words[ProgramLayout.fallback] = record
        words[ProgramLayout.root] =
            set.root.map { root in
                appendUnmatched(
                    UnmatchedStyle(root), root.template.map { append(TemplateCompiler($0, nil)) } ?? fallback)
            } ?? record
    }

    private mutating func appendUnmatched(_ style: UnmatchedStyle, _ template: UInt32) -> UInt32 {
        typealias Record = ProgramLayout.RouteRecord
        let targets = style == .page ? appendPage(template) : 0
        let record = here
        words += [UInt32](repeating: 0, count: Record.size)
        words[Int(record) + Record.shape] = style == .notFound ? Record.notFoundFlag : 0
        words[Int(record) + Record.template] = template
        words[Int(record) + Record.status] = UInt32(RedirectPolicy().status)
        words[Int(record) + Record.targets] = targets
        return record
    }

    /// The targets of a page that no route asks for: the same on all platforms, but for the store.
    private mutating func appendPage(_ template: UInt32) -> UInt32 {
        let entries = ClientPlatform.allCases.flatMap { platform in
            let store = set.store(on: platform).map { append(TemplateCompiler($0)) }
            return [ProgramLayout.Targets.page, template, store ?? 0]
        }
        words[ProgramLayout.flags] |= ProgramLayout.clientFlag
        let place = here
        words += [0] + entries
        return place
    }

    /// What becomes of the query behind a link's URL; 0 when it is kept and nothing is added.
    private mutating func appendLinkRules(_ route: Route) -> UInt32 {
        guard route.query != .keep || !route.campaign.entries.isEmpty else { return 0 }
        typealias Rules = ProgramLayout.LinkRules
        var policy = Rules.keep
        var listed: [String] = []
        switch route.query {
        case .keep: break
        case .drop: policy = Rules.drop
        case .only(let names): (policy, listed) = (Rules.only, names)
        }
        let names = here
        for name in listed { words += reference(Array(name.utf8)) }
        let place = here
        words += [policy, names, UInt32(listed.count), UInt32(route.campaign.entries.count)]
        for (name, value) in route.campaign.entries {
            words += reference(Array("utm_\(name)".utf8))
            words += reference(Array("utm_\(name)=\(value)".utf8))
        }
        return place
    }
}

// MARK: - Templates and index

extension ProgramBuilder {
    private mutating func append(_ template: TemplateCompiler) -> UInt32 {
        let names = here
        for name in template.names { words += reference(name) }
        let place = here
        words += [template.dotMask, UInt32(template.operations.count), names, UInt32(template.names.count)]
        for operation in template.operations {
            switch operation {
            case .literal(let text, let flags):
                words.append(ProgramLayout.Operation.literal | flags << 8)
                words += reference(text)
            case .other(let kind, let byte, let operand):
                words += [kind | byte << 8, operand, 0]
            case .skipWithItem(let name, let byte):
                words.append(ProgramLayout.Operation.skipWithItem | byte << 8)
                words += reference(name)
            }
        }
        return place
    }

    private mutating func appendIndex() {
        var lists: [UInt32: [UInt32]] = [:]
        var others: [UInt32] = []
        for (index, route) in set.routes.enumerated() {
            let rest = route.pattern.rest == nil ? 0 : ProgramLayout.entryRestFlag
            let entry = UInt32(index << ProgramLayout.entryRouteShift | rest | route.pattern.segments.count)
            if let key = key(of: route.pattern) {
                lists[key, default: []].append(entry)
            } else {
                others.append(entry)
            }
        }
        words[ProgramLayout.otherList] = here
        words[ProgramLayout.otherCount] = UInt32(others.count)
        words += others
        var slotCount = 1
        while slotCount < lists.count * 2 { slotCount *= 2 }
        let index = words.count
        words[ProgramLayout.index] = here
        words[ProgramLayout.indexMask] = UInt32(slotCount - 1)
        words += [UInt32](repeating: 0, count: slotCount * ProgramLayout.slotSize)
        for (key, routes) in lists.sorted(by: { $0.key < $1.key }) {
            var slot = Int(key) & (slotCount - 1)
            while words[index + slot * ProgramLayout.slotSize + 2] != 0 { slot = (slot + 1) & (slotCount - 1) }
            words[index + slot * ProgramLayout.slotSize] = key
            words[index + slot * ProgramLayout.slotSize + 1] = here
            words[index + slot * ProgramLayout.slotSize + 2] = UInt32(routes.count)
            words += routes
        }
    }

    /// The hash under which a request finds the pattern: of its first two segments if they are literals, of the first
    /// alone, or of the second behind a capture.
    private mutating func key(of pattern: RoutePattern) -> UInt32? {
        var second: String?
        if pattern.segments.count > 1, case .literal(let text) = pattern.segments[1] { second = text }
        var hash = SegmentHash()
        switch pattern.segments.first {
        case .literal(let first): for byte in matched(first) { hash.add(byte) }
        case .capture where second != nil: words[ProgramLayout.flags] |= ProgramLayout.secondsFlag
        case .capture, nil: return nil
        }
        guard let second else { return hash.value }
        hash.add(UInt8(ascii: "/"))
        for byte in matched(second) { hash.add(byte) }
        return hash.value
    }
}

/// A 32-bit FNV-1a hash of leading segments; a tenant's own patterns are all that is in the table.
struct SegmentHash {
    private var state: UInt32 = 0x811C_9DC5

    mutating func add(_ byte: UInt8) { state = (state ^ UInt32(byte)) &* 0x0100_0193 }

    /// The hash; the upper bits are folded in for small tables.
    var value: UInt32 { state ^ state >> 15 }
}
