extension RouteProgramView {
    /// The routes that may match a path, in order, merged from four ordered lists: those that begin with the path's
    /// first two segments, with the first alone, with a capture before the second, and all others.
    struct Candidates {
        // Of each list the next entry and the end of them; of the entry the route, or `Int.max` at the end.
        var places = [4 of Int](repeating: 0)
        var ends = [4 of Int](repeating: 0)
        var routes = [4 of Int](repeating: .max)
    }

    /// Finds the routes that may match, into new ``Candidates``: these are too large to be handed back for nothing.
    func collect(_ candidates: inout Candidates, _ path: Span<UInt8>, _ captures: borrowing Captures) {
        let others = word(ProgramLayout.otherList)
        open(&candidates, 3, others, word(ProgramLayout.otherCount), captures.depth)
        guard captures.depth > 0 else { return }
        var hash = SegmentHash()
        add(path, Int(captures.starts[0]), Int(captures.starts[1]) &- 1, to: &hash)
        find(&candidates, 0, hash.value, captures.depth)
        guard captures.depth > 1 else { return }
        hash.add(UInt8(ascii: "/"))
        let start = Int(captures.starts[1])
        let end = Int(captures.starts[2]) &- 1
        add(path, start, end, to: &hash)
        find(&candidates, 1, hash.value, captures.depth)
        if words[ProgramLayout.flags] & ProgramLayout.secondsFlag != 0 {
            var second = SegmentHash()
            second.add(UInt8(ascii: "/"))
            add(path, start, end, to: &second)
            find(&candidates, 2, second.value, captures.depth)
        }
    }

    /// The next route in order.
    @inline(__always)
    func next(_ candidates: inout Candidates, depth: Int) -> Int? {
        var list = 0
        var route = candidates.routes[0]
        for other in 1..<4 where candidates.routes[other] < route {
            route = candidates.routes[other]
            list = other
        }
        if route == .max { return nil }
        advance(&candidates, list, depth)
        return route
    }

    private func find(_ candidates: inout Candidates, _ list: Int, _ hash: UInt32, _ depth: Int) {
        let index = word(ProgramLayout.index)
        let mask = word(ProgramLayout.indexMask)
        var slot = Int(hash) & mask
        while true {
            let place = index &+ slot &* ProgramLayout.slotSize
            let count = word(place &+ 2)
            if count == 0 { return }
            if words[place] == hash { return open(&candidates, list, word(place &+ 1), count, depth) }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    private func open(_ candidates: inout Candidates, _ list: Int, _ start: Int, _ count: Int, _ depth: Int) {
        candidates.places[list] = start
        candidates.ends[list] = start &+ count
        advance(&candidates, list, depth)
    }

    /// Goes to the list's next route that has as many segments as the path, or a rest after fewer.
    private func advance(_ candidates: inout Candidates, _ list: Int, _ depth: Int) {
        var place = candidates.places[list]
        let end = candidates.ends[list]
        while place < end {
            let entry = word(place)
            place &+= 1
            let segments = entry & ProgramLayout.entryDepthMask
            if segments == depth || (entry & ProgramLayout.entryRestFlag != 0 && segments < depth) {
                candidates.places[list] = place
                candidates.routes[list] = entry &>> ProgramLayout.entryRouteShift
                return
            }
        }
        candidates.routes[list] = .max
    }

    @inline(__always)
    private func add(_ path: Span<UInt8>, _ start: Int, _ end: Int, to hash: inout SegmentHash) {
        if folds {
            for position in start..<end { hash.add(URLCharacter.folded(path[position])) }
        } else {
            for position in start..<end { hash.add(path[position]) }
        }
    }
}
