extension RouteProgramView {
    /// The routes that may match, as three ordered lists: those that begin with the path's first two segments, those
    /// that begin with the first alone, and those that begin with a capture or with nothing.
    struct Candidates {
        var pairs = 0..<0
        var singles = 0..<0
        var others = 0..<0
    }

    func candidates(_ path: Span<UInt8>, _ captures: borrowing Captures) -> Candidates {
        let start = word(ProgramLayout.defaultList)
        var candidates = Candidates()
        candidates.others = start..<(start &+ word(ProgramLayout.defaultCount))
        guard captures.depth > 0 else { return candidates }
        var hash = SegmentHash()
        let folds = folds
        for position in Int(captures.starts[0])..<(Int(captures.starts[1]) &- 1) {
            hash.add(folds ? URLCharacter.folded(path[position]) : path[position])
        }
        candidates.singles = list(hash.value)
        guard captures.depth > 1 else { return candidates }
        hash.add(UInt8(ascii: "/"))
        for position in Int(captures.starts[1])..<(Int(captures.starts[2]) &- 1) {
            hash.add(folds ? URLCharacter.folded(path[position]) : path[position])
        }
        candidates.pairs = list(hash.value)
        return candidates
    }

    /// The next route in order.
    func next(_ candidates: inout Candidates) -> Int? {
        let pair = candidates.pairs.isEmpty ? Int.max : word(candidates.pairs.lowerBound)
        let single = candidates.singles.isEmpty ? Int.max : word(candidates.singles.lowerBound)
        let other = candidates.others.isEmpty ? Int.max : word(candidates.others.lowerBound)
        let route = min(pair, single, other)
        if route == .max { return nil }
        // Two hashes may lead to one list: then the route leaves both.
        if pair == route { candidates.pairs = candidates.pairs.dropFirst() }
        if single == route { candidates.singles = candidates.singles.dropFirst() }
        if other == route { candidates.others = candidates.others.dropFirst() }
        return route
    }

    private func list(_ hash: UInt32) -> Range<Int> {
        let index = word(ProgramLayout.index)
        let mask = word(ProgramLayout.indexMask)
        var slot = Int(hash) & mask
        while true {
            let place = index &+ slot &* ProgramLayout.slotSize
            let count = word(place &+ 2)
            if count == 0 { return 0..<0 }
            if words[place] == hash { return word(place &+ 1)..<(word(place &+ 1) &+ count) }
            slot = (slot &+ 1) & mask
        }
    }
}
