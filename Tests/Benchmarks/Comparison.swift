import JSONText
import Platform

/// Compares measured counts with those that are committed.
///
/// The file has an object per case with a count per metric. A count may grow by 3 per cent; so one of 0 stays 0.
struct Comparison {
    let path: String
    let updates: Bool

    private struct Count {
        var name: String
        var metric: String
        var value: Int64
    }

    /// Reads the measured counts from the standard input and shows them beside the committed ones.
    ///
    /// - Returns: Whether none is worse.
    /// - Throws: When the file or the input cannot be read.
    func run() throws(BenchmarkFailure) -> Bool {
        let measured = try readMeasured()
        if updates {
            try write(measured)
            return true
        }
        let committed = try readCommitted()
        var isGood = true
        print(row("case", "metric", "committed", "measured", ""))
        for count in measured {
            let before = committed.first { $0.name == count.name && $0.metric == count.metric }
            let verdict = verdict(count.value, before?.value)
            if verdict == "WORSE" || before == nil { isGood = false }
            print(row(count.name, count.metric, before.map { "\($0.value)" } ?? "-", "\(count.value)", verdict))
        }
        for count in committed where !measured.contains(where: { $0.name == count.name && $0.metric == count.metric }) {
            isGood = false
            print(row(count.name, count.metric, "\(count.value)", "-", "MISSING"))
        }
        return isGood
    }

    private func verdict(_ value: Int64, _ before: Int64?) -> String {
        guard let before else { return "NEW: scripts/bench --update" }
        if value * 100 > before * 103 { return "WORSE" }
        return value * 100 < before * 97 ? "better: scripts/bench --update" : ""
    }

    private func row(_ name: String, _ metric: String, _ before: String, _ after: String, _ verdict: String) -> String {
        func left(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(width - text.count, 0))
        }
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(width - text.count, 0)) + text
        }
        return "\(left(name, 22)) \(left(metric, 14)) \(right(before, 10)) \(right(after, 10))  \(verdict)"
    }

    private func readMeasured() throws(BenchmarkFailure) -> [Count] {
        var counts: [Count] = []
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 3, let value = Int64(words[2]) else {
                throw BenchmarkFailure(reason: "not a count: \(line)")
            }
            counts.append(Count(name: String(words[0]), metric: String(words[1]), value: value))
        }
        return counts
    }

    private func readCommitted() throws(BenchmarkFailure) -> [Count] {
        let node: JSONNode
        do {
            node = try JSONReader.read(try File.read(path, limit: 1 << 20), grammar: .rfc8259)
        } catch {
            throw BenchmarkFailure(reason: "\(path): \(error)")
        }
        var counts: [Count] = []
        guard case .object(let cases) = node.value else { throw BenchmarkFailure(reason: "\(path): no object") }
        for entry in cases {
            guard case .object(let metrics) = entry.node.value else { continue }
            for metric in metrics {
                guard case .number(let number) = metric.node.value, let value = number.int64 else { continue }
                counts.append(Count(name: entry.name, metric: metric.name, value: value))
            }
        }
        return counts
    }

    private func write(_ counts: [Count]) throws(BenchmarkFailure) {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            var names: [String] = []
            for count in counts where !names.contains(count.name) { names.append(count.name) }
            for name in names {
                writer.name(name)
                writer.object { writer in
                    for count in counts where count.name == name { writer.member(count.metric, count.value) }
                }
            }
        }
        do throws(SystemError) {
            try File.replace(path, with: writer.bytes + [0x0A])
        } catch {
            throw BenchmarkFailure(reason: "\(path): \(error)")
        }
    }
}
