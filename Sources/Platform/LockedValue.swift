import CLinux
import Glibc

/// A value behind a mutex; safe from any thread.
///
/// A `pthread_mutex_t`, not `Synchronization.Mutex`: the latter makes ThreadSanitizer report races that are none.
// Sendable because: the value is touched only while the mutex is held.
@safe
package final class LockedValue<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Wraps the initial value.
    package init(_ value: sending Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs the closure with exclusive access to the value.
    ///
    /// - Parameter body: Must be short and must not take another lock.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
