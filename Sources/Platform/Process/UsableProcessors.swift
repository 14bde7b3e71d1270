import CLinux
import Glibc

/// How many processors this process may use: those of its affinity, and no more than its control groups' quota.
package struct UsableProcessors: Equatable, Sendable {
    /// The number, 1 or more; a quota of 1.5 processors counts as 2.
    package let count: Int

    /// Asks the system.
    package init() {
        var mask = [UInt](repeating: 0, count: 128)
        let size = unsafe sched_getaffinity(0, mask.count * MemoryLayout<UInt>.size, &mask)
        let affinity = size < 0 ? 1 : mask.reduce(0) { $0 + $1.nonzeroBitCount }
        self.init(affinity: affinity) { path in
            guard let bytes = try? File.read(path, limit: 65_536) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Combines the number of processors of the affinity mask with what the control group files say.
    ///
    /// - Parameters:
    ///   - affinity: Processors in the mask; less than 1 counts as 1.
    ///   - file: The text of a file, or `nil` when there is none.
    package init(affinity: Int, file: (_ path: String) -> String?) {
        var count = max(1, affinity)
        for line in (file("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isVersion2 = parts[0] == "0" && parts[1].isEmpty
            guard isVersion2 || parts[1].split(separator: ",").contains("cpu") else { continue }
            for directory in Self.ancestors(of: parts[2]) {
                let quota =
                    isVersion2
                    ? Self.quotaVersion2("/sys/fs/cgroup\(directory)", file)
                    : Self.quotaVersion1("/sys/fs/cgroup/\(parts[1])\(directory)", file)
                if let quota { count = min(count, max(1, quota)) }
            }
        }
        self.count = count
    }

    /// The group's own directory and all above it: every one of them limits.
    private static func ancestors(of path: Substring) -> [String] {
        var names = path.split(separator: "/")
        var directories: [String] = []
        while !names.isEmpty {
            directories.append("/" + names.joined(separator: "/"))
            names.removeLast()
        }
        return directories + [""]
    }

    private static func quotaVersion2(_ directory: String, _ file: (String) -> String?) -> Int? {
        guard let numbers = file(directory + "/cpu.max")?.split(whereSeparator: \.isWhitespace), numbers.count == 2
        else { return nil }
        return processors(Int(numbers[0]), Int(numbers[1]))
    }

    private static func quotaVersion1(_ directory: String, _ file: (String) -> String?) -> Int? {
        func number(_ name: String) -> Int? {
            file(directory + name).flatMap { Int($0.filter { !$0.isWhitespace }) }
        }
        return processors(number("/cpu.cfs_quota_us"), number("/cpu.cfs_period_us"))
    }

    private static func processors(_ quota: Int?, _ period: Int?) -> Int? {
        guard let quota, let period, quota > 0, period > 0 else { return nil }
        return quota / period + (quota % period == 0 ? 0 : 1)
    }
}
