import Platform
import Testing

@Suite struct UsableProcessorsTests {
    @Test func `the system gives at least one`() {
        #expect(UsableProcessors().count >= 1)
    }

    @Test(arguments: [
        (8, [:], 8),
        (0, [:], 1),
        (8, ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], 8),
        (8, ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2),
        (8, ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "20000 100000\n"], 1),
        (2, ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "400000 100000\n"], 2),
        (
            8,
            [
                "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "700000 100000",
                "/sys/fs/cgroup/a/cpu.max": "300000 100000",
            ], 3
        ),
        (
            8,
            [
                "/proc/self/cgroup": "5:cpu,cpuacct:/pod\n0::/\n",
                "/sys/fs/cgroup/cpu,cpuacct/pod/cpu.cfs_quota_us": "250000\n",
                "/sys/fs/cgroup/cpu,cpuacct/pod/cpu.cfs_period_us": "100000\n",
            ], 3
        ),
        (
            8,
            [
                "/proc/self/cgroup": "4:cpu:/pod\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            ], 8
        ),
        (4, ["/proc/self/cgroup": "nonsense\n::\n", "/sys/fs/cgroup/cpu.max": "1 1"], 4),
        (4, ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "0 0"], 4),
    ])
    func `affinity and every control group above limit the number`(
        affinity: Int, files: [String: String], expected: Int
    ) {
        #expect(UsableProcessors(affinity: affinity) { files[$0] }.count == expected)
    }
}
