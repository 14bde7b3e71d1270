import Platform
import Telemetry
import Testing

/// Levels and sinks of the log.
@Suite struct LogTests {
    private func log(_ level: LogLevel, _ recorder: LogRecorder) -> Log {
        Log(level: level, format: .text, sink: recorder, clock: { UnixTime(seconds: 0) })
    }

    @Test(arguments: LogLevel.allCases)
    func `lines below the level are not written and their fields not made`(level: LogLevel) {
        let recorder = LogRecorder()
        let log = log(level, recorder)
        var made = 0
        func field() -> LogFields {
            made += 1
            return [.count: 1]
        }
        log.debug("a", field())
        log.info("b", field())
        log.warning("c", field())
        log.error("d", field())
        let expected = LogLevel.allCases.filter { $0 >= level }
        #expect(made == expected.count)
        #expect(recorder.texts.count == expected.count)
        for (line, level) in zip(recorder.texts, expected) {
            #expect(line.hasPrefix("00:00:00.000 \(level.text) "))
            #expect(log.isEnabled(level))
        }
    }

    @Test func `a level is known by its name alone`() {
        #expect(LogLevel.allCases.map(\.text) == ["debug", "info", "warning", "error"])
        #expect(LogLevel.allCases.allSatisfy { LogLevel($0.text) == $0 })
        #expect(LogLevel("Info") == nil)
    }
}
