import CLinux
import Glibc

/// The signals that ask this process for something.
package enum Signal: Int32, CaseIterable, Sendable {
    /// Drain and end.
    case terminate = 15
    /// Ctrl-C: drain and end.
    case interrupt = 2
    /// Read files again.
    case hangUp = 1
}

/// Receives this process's ``Signal``s on one thread.
package struct SignalReceiver: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Blocks the signals for this thread and all that it starts, and ignores `SIGPIPE`.
    ///
    /// To be made on the main thread before any other thread starts: a thread that does not block a signal may take it
    /// with its default action.
    ///
    /// - Throws: ``SystemError`` when no descriptor is left.
    package init() throws(SystemError) {
        _ = signal(SIGPIPE, SIG_IGN)
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in Signal.allCases { unsafe sigaddset(&set, signal.rawValue) }
        let status = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        guard status == 0 else { throw SystemError(errno: status, call: "pthread_sigmask") }
        let number = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard number >= 0 else { throw .last("signalfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// The number to register for readability.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Waits for the next signal.
    ///
    /// - Parameter timeout: `nil` waits for ever, zero polls.
    /// - Returns: The signal; `nil` after the timeout.
    package func wait(timeout: Duration? = nil) -> Signal? {
        let deadline = timeout.map { MonotonicTime.now() + $0 }
        while true {
            var information = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            if unsafe Glibc.read(descriptor.rawValue, &information, size) == size {
                if let signal = Signal(rawValue: Int32(bitPattern: information.ssi_signo)) { return signal }
                continue
            }
            var milliseconds: Int32 = -1
            if let deadline {
                let rest = (deadline - .now()).wholeNanoseconds
                guard rest > 0 else { return nil }
                milliseconds = Int32(min((rest + 999_999) / 1_000_000, 86_400_000))
            }
            var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&request, 1, milliseconds)
        }
    }
}
