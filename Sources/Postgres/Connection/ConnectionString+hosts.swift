extension ConnectionString {
    /// One connection string for each attempt, in the order of the attempts.
    ///
    /// libpq tries several hosts by itself, but in its non-blocking form it waits for a silent host for ever, so each
    /// host gets an attempt and its share of the time. `target_session_attrs=prefer-standby` (PostgreSQL 15, 34.1.2)
    /// needs two rounds: standbys first, then any server.
    var attempts: [ConnectionString] {
        let hosts = list("host")
        let addresses = list("hostaddr")
        let ports = list("port")
        let count = max(hosts.count, addresses.count)
        guard count > 1, ports.count <= 1 || ports.count == count else { return rounds(of: [self]) }
        return rounds(
            of: (0..<count).map { index in
                var single = self
                if index < hosts.count { single.set("host", hosts[index]) }
                if index < addresses.count { single.set("hostaddr", addresses[index]) }
                if let port = ports.count == 1 ? ports[0] : ports.count > index ? ports[index] : nil {
                    single.set("port", port)
                }
                return single
            })
    }

    private func rounds(of strings: [ConnectionString]) -> [ConnectionString] {
        guard value("target_session_attrs") == "prefer-standby" else { return strings }
        return ["standby", "any"].flatMap { wanted in
            strings.map { string in
                var string = string
                string.set("target_session_attrs", wanted)
                return string
            }
        }
    }

    private func list(_ keyword: String) -> [String] {
        guard let value = value(keyword), !value.isEmpty else { return [] }
        return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}
