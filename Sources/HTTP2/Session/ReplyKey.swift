/// Names a reply that is owed to a stream, and no other reply after it.
package struct ReplyKey: Hashable, Sendable {
    /// Where the reply is kept.
    package let place: Int
    /// How often the place was used.
    package let generation: UInt32

    /// Makes a key.
    package init(place: Int, generation: UInt32) {
        self.place = place
        self.generation = generation
    }
}
