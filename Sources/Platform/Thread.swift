import CLinux
import Glibc

/// A running POSIX thread that somebody will wait for.
package struct Thread: ~Copyable, Sendable {
    private let handle: pthread_t

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: Shown by debuggers and `top -H`; cut to 15 bytes.
    ///   - body: Runs on the new thread; the thread ends with it.
    /// - Throws: ``SystemError`` when the system has no thread left.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(ThreadBody(name: name, run: body))
        var handle = pthread_t()
        let status = unsafe pthread_create(&handle, nil, runThreadBody, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            throw SystemError(errno: status, call: "pthread_create")
        }
        self.handle = handle
    }

    /// Gives the handle away; who receives it has to wait for the thread.
    consuming func release() -> pthread_t {
        handle
    }

    /// Waits until the thread has ended.
    package consuming func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end by itself; nobody waits for it.
    package consuming func detach() {
        pthread_detach(handle)
    }
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let body = unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
    _ = unsafe pthread_setname_np(pthread_self(), String(body.name.prefix(15)))
    body.run()
    return nil
}
