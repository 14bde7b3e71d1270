/// How much the reader takes in.
package struct JSONLimits: Hashable, Sendable {
    /// Most bytes of a text.
    ///
    /// Default 16 MiB.
    package var bytes: Int

    /// Most arrays and objects inside each other, the outermost included.
    ///
    /// Default 64; never more than 512. A tree that is much deeper could not be let go without overflowing the stack of a small thread.
    package var depth: Int {
        didSet { depth = min(depth, Self.greatestDepth) }
    }

    private static let greatestDepth = 512

    /// Makes limits; what is not given has its default.
    package init(bytes: Int = 16 << 20, depth: Int = 64) {
        self.bytes = bytes
        self.depth = min(depth, Self.greatestDepth)
    }
}
