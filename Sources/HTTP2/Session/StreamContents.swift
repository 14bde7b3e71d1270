/// The content of answers that is not sent yet, by stream.
///
/// There are few at once, the first of them mostly the next to be sent: a list is enough.
struct StreamContents {
    private struct Content {
        let stream: Int32
        let bytes: [UInt8]
        var offset = 0
    }

    private var list: [Content] = []
    private var hasProgress = false

    /// Bytes that are not sent yet.
    private(set) var heldBytes = 0

    /// Adds the content of a stream's answer.
    mutating func add(_ bytes: Span<UInt8>, to stream: Int32) {
        let copy = [UInt8](capacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
        list.append(Content(stream: stream, bytes: copy))
        heldBytes += bytes.count
    }

    /// Moves the next bytes of a stream's content.
    ///
    /// - Returns: How many, and whether they are the last; `nil` when the stream has none.
    mutating func take(
        _ stream: Int32, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, isEnd: Bool)? {
        guard let index = list.firstIndex(where: { $0.stream == stream }) else { return nil }
        let offset = list[index].offset
        let count = min(target.count, list[index].bytes.count - offset)
        _ = unsafe target.update(fromContentsOf: list[index].bytes[offset..<(offset + count)])
        list[index].offset += count
        heldBytes -= count
        guard list[index].offset == list[index].bytes.count else { return (count, false) }
        list.remove(at: index)
        hasProgress = true
        return (count, true)
    }

    /// Forgets the content of a stream that ended.
    mutating func remove(_ stream: Int32) {
        guard let index = list.firstIndex(where: { $0.stream == stream }) else { return }
        heldBytes -= list[index].bytes.count - list[index].offset
        list.remove(at: index)
    }

    /// Whether content was taken to its end since this was asked last.
    mutating func takeProgress() -> Bool {
        let progress = hasProgress
        hasProgress = false
        return progress
    }
}
