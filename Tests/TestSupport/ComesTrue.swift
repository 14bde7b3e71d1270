import Platform

/// Waits, a minute at least, for something that another thread will do.
///
/// - Parameter condition: Asked every two milliseconds.
/// - Returns: Whether it came true.
package func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
    guard let epoll = try? Epoll() else { return false }
    for _ in 0..<30_000 {
        if try condition() { return true }
        _ = epoll.wait(timeout: .milliseconds(2))
    }
    return false
}
