import Platform

/// A connection's place in the list of those that have the same kind of deadline.
struct DeadlineLink: BitwiseCopyable {
    /// The list; `nil` when no deadline runs.
    var kind: DeadlineKind?
    /// When it ends.
    var time = MonotonicTime.distantFuture
    /// The slot of the neighbour that ends earlier; -1 at the front.
    var previous: Int32 = -1
    /// The slot of the neighbour that ends later; -1 at the end.
    var next: Int32 = -1
}
