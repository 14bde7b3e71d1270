import CLinux
import Glibc

/// Threads that are waited for together; safe from any thread.
package final class ThreadGroup: Sendable {
    private let handles = LockedValue<[pthread_t]>([])

    /// Makes a group without threads.
    package init() {}

    /// Starts a thread of the group.
    ///
    /// - Parameters:
    ///   - name: Shown by debuggers and `top -H`; cut to 15 bytes.
    ///   - body: Runs on the new thread; the thread ends with it.
    /// - Throws: ``SystemError`` when the system has no thread left.
    package func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let handle = try Thread(name: name, body).release()
        handles.withLock { $0.append(handle) }
    }

    /// Waits until all threads that were started have ended; another call at the same time returns at once.
    package func join() {
        let all = handles.withLock { handles in
            let all = handles
            handles = []
            return all
        }
        for handle in all { pthread_join(handle, nil) }
    }
}
