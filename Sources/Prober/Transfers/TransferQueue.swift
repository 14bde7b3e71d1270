/// A first-in-first-out queue whose ends cost the same whatever its length.
struct TransferQueue<Element> {
    private var items: [Element] = []
    private var start = 0

    /// Whether nothing waits.
    var isEmpty: Bool { start == items.count }

    /// What has waited longest.
    var first: Element? { isEmpty ? nil : items[start] }

    /// Puts an element at the end.
    mutating func append(_ element: Element) {
        items.append(element)
    }

    /// Takes what has waited longest out.
    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > items.count else { return }
        items.removeFirst(start)
        start = 0
    }
}
