import Foundation
import Platform
import Testing

@Suite struct SignalReceiverTests {
    // The test process has other threads already, which do not block signals: each is sent to this thread.
    @Test func `signals arrive in the receiver instead of ending the process`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            guard let receiver = try? SignalReceiver(), receiver.wait(timeout: .zero) == nil else { exit(1) }
            for signal in Signal.allCases {
                pthread_kill(pthread_self(), signal.rawValue)
                guard receiver.wait(timeout: .seconds(30)) == signal else { exit(2) }
            }
            pthread_kill(pthread_self(), SIGPIPE)
            exit(receiver.wait(timeout: .milliseconds(1)) == nil ? 7 : 3)
        }
    }
}
