import Glibc
import Platform
import Telemetry
import Testing

/// What a log does when its reader is slow or gone.
@Suite struct DescriptorLogSinkTests {
    /// A pipe; writes to one without reader must not end the tests.
    private struct Pipe: ~Copyable {
        let reader: FileDescriptor
        let writer: FileDescriptor

        init() throws {
            signal(SIGPIPE, SIG_IGN)
            var numbers: [Int32] = [0, 0]
            try #require(unsafe pipe(&numbers) == 0)
            reader = FileDescriptor(owning: numbers[0])
            writer = FileDescriptor(owning: numbers[1])
        }

        var sink: DescriptorLogSink { DescriptorLogSink(OutputDescriptor(borrowing: writer.rawValue)) }

        /// Closes the reading end.
        consuming func onlyWriter() -> FileDescriptor { writer }

        /// Reads that many bytes.
        func read(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                var piece = [UInt8](repeating: 0, count: count - bytes.count)
                let got = unsafe Glibc.read(reader.rawValue, &piece, piece.count)
                guard got > 0 else { break }
                bytes += piece[..<got]
            }
            return bytes
        }

        /// The bytes that wait to be read.
        var waiting: Int {
            var count: Int32 = 0
            _ = unsafe ioctl(reader.rawValue, UInt(FIONREAD), &count)
            return Int(count)
        }
    }

    @Test func `lines arrive whole and in order`() throws {
        let pipe = try Pipe()
        let sink = pipe.sink
        let long = [UInt8](repeating: 0x61, count: 10_000) + [0x0A]
        sink.write(Array("one\n".utf8))
        sink.write(long)
        #expect(pipe.read(4 + long.count) == Array("one\n".utf8) + long)
        #expect(sink.dropped == 0)
    }

    @Test func `a reader that stands still costs lines and no waiting, and later lines are whole`() throws {
        let pipe = try Pipe()
        let sink = pipe.sink
        let line = [UInt8](repeating: 0x78, count: 999) + [0x0A]
        var written = 0
        while sink.dropped == 0 {
            sink.write(line)
            written += 1
        }
        for _ in 0..<1000 { sink.write(line) }
        #expect(sink.dropped == 1001)
        let lines = pipe.read(pipe.waiting).split(separator: 0x0A)
        #expect(lines.count == written - 1)
        #expect(lines.allSatisfy { $0.count == 999 })
        sink.write(Array("after\n".utf8))
        #expect(pipe.read(6) == Array("after\n".utf8))
        #expect(sink.dropped == 1001)
    }

    @Test func `of lines that come together each that is lost counts, and those after it are whole`() throws {
        let pipe = try Pipe()
        let sink = pipe.sink
        let batch = [[UInt8]](repeating: [UInt8](repeating: 0x78, count: 299) + [0x0A], count: 13).flatMap(\.self)
        var batches: UInt64 = 0
        while sink.dropped == 0 {
            sink.write(lines: batch.span, patience: .zero)
            batches += 1
        }
        for _ in 0..<100 { sink.write(lines: batch.span, patience: .seconds(1)) }
        let kept = pipe.read(pipe.waiting).split(separator: 0x0A)
        #expect(kept.allSatisfy { $0.count == 299 })
        #expect(UInt64(kept.count) + sink.dropped == (batches + 100) * 13)
        sink.write(lines: batch.span, patience: .zero)
        #expect(pipe.read(batch.count) == batch)
    }

    @Test func `a line that was cut off ends before the next begins`() throws {
        let pipe = try Pipe()
        let sink = pipe.sink
        let line = [UInt8](repeating: 0x78, count: 200_000) + [0x0A]
        sink.write(line)
        #expect(sink.dropped == 1)
        let head = pipe.read(pipe.waiting)
        #expect(!head.isEmpty && !head.contains(0x0A))
        sink.write(Array("next\n".utf8))
        #expect(pipe.read(6) == Array("\nnext\n".utf8))
    }

    @Test func `a reader that is gone costs the lines only`() throws {
        let writer = try Pipe().onlyWriter()
        let sink = DescriptorLogSink(OutputDescriptor(borrowing: writer.rawValue))
        sink.write(Array("lost\n".utf8))
        #expect(sink.dropped == 1)
    }

    @Test func `lines of many threads do not mix`() throws {
        let pipe = try Pipe()
        let sink = pipe.sink
        let lines = 50
        let first = try Platform.Thread(name: "log-a") { Self.write(sink, 0x61, lines) }
        let second = try Platform.Thread(name: "log-b") { Self.write(sink, 0x62, lines) }
        let bytes = pipe.read(2 * lines * 100)
        first.join()
        second.join()
        #expect(sink.dropped == 0)
        for line in bytes.split(separator: 0x0A) {
            #expect(line.count == 99 && Set(line).count == 1)
        }
    }

    private static func write(_ sink: DescriptorLogSink, _ letter: UInt8, _ count: Int) {
        for _ in 0..<count { sink.write([UInt8](repeating: letter, count: 99) + [0x0A]) }
    }
}
