import HTTPWire
import Platform

/// Where a request came from, as far as trusted balancers say (case 89).
///
/// Each balancer adds the address of its own peer on the right. So the walk goes from the right, past balancers that are
/// trusted themselves, and ends at the first address that is not: what stands left of it is a client's own word.
struct ForwardedClient: Equatable {
    /// The address of the client.
    private(set) var address: IPAddress
    /// Whether the client's own connection is one over TLS; `nil` when nobody who is trusted says so.
    private(set) var isSecure: Bool?

    /// How many steps the walk takes at most; nobody has so many balancers.
    private static let longestWalk = 32

    /// Reads what stands in a request.
    ///
    /// - Parameters:
    ///   - peer: Where the connection comes from.
    ///   - request: The request.
    ///   - rules: Which field is read, and who is trusted.
    init(_ peer: IPAddress, _ request: borrowing RequestView, _ rules: borrowing ClientRules) {
        address = peer
        guard rules.trusts(peer) else { return }
        switch rules.field {
        case .xForwardedFor: walkList(request, rules)
        case .forwarded: walkElements(request, rules)
        case nil: break
        }
    }

    // MARK: - X-Forwarded-For

    private mutating func walkList(_ request: borrowing RequestView, _ rules: borrowing ClientRules) {
        var items = ListWalk("x-forwarded-for", request)
        var steps = 0
        while steps < Self.longestWalk, let next = items.previous(request),
            let address = ForwardedNode.read(next, allowsBareIPv6: true)
        {
            self.address = address
            steps += 1
            guard rules.trusts(address) else { break }
        }
        readProtocol(request, place: max(0, steps - 1))
    }

    /// Reads `X-Forwarded-Proto`: the item at the client's place from the right, for balancers add to both lists, or the
    /// first of a list that is shorter.
    private mutating func readProtocol(_ request: borrowing RequestView, place: Int) {
        var items = ListWalk("x-forwarded-proto", request)
        for _ in 0...place {
            guard let item = items.previous(request) else { return }
            isSecure = item.equalsHTTPS
        }
    }

    // MARK: - Forwarded

    private mutating func walkElements(_ request: borrowing RequestView, _ rules: borrowing ClientRules) {
        var steps = 0
        var field = request.indexOfField(named: "forwarded", before: request.summary.fieldCount)
        while let index = field {
            guard let elements = ForwardedElements(request.fieldValue(at: index)) else { return }
            for place in (0..<elements.count).reversed() {
                let element = elements[place]
                guard steps < Self.longestWalk, let address = element.address else { return }
                self.address = address
                isSecure = element.isSecure
                steps += 1
                guard rules.trusts(address) else { return }
            }
            field = request.indexOfField(named: "forwarded", before: index)
        }
    }
}

/// The items of a list that may stand in several fields, from the last one backwards.
private struct ListWalk {
    private let name: StaticString
    private var field: Int?
    /// Where the items end that were not looked at.
    private var end: Int

    init(_ name: StaticString, _ request: borrowing RequestView) {
        self.name = name
        field = request.indexOfField(named: name, before: request.summary.fieldCount)
        end = field.map { request.fieldValue(at: $0).count } ?? 0
    }

    /// The next item without blanks around it; nothing when there is none.
    @_lifetime(copy request)
    mutating func previous(_ request: borrowing RequestView) -> Span<UInt8>? {
        guard let index = field else { return nil }
        let value = request.fieldValue(at: index)
        var start = end
        while start > 0, value[start - 1] != 0x2C { start -= 1 }
        var first = start
        var last = end
        while first < last, value[first] == 0x20 || value[first] == 0x09 { first += 1 }
        while last > first, value[last - 1] == 0x20 || value[last - 1] == 0x09 { last -= 1 }
        if start > 0 {
            end = start - 1
        } else {
            field = request.indexOfField(named: name, before: index)
            end = field.map { request.fieldValue(at: $0).count } ?? 0
        }
        return value.extracting(first..<last)
    }
}

extension Span where Element == UInt8 {
    fileprivate var equalsHTTPS: Bool {
        let text: StaticString = "https"
        guard count == 5 else { return false }
        for index in 0..<5 where self[index] | 0x20 != text.bytes[index] { return false }
        return true
    }
}
