extension CertificateFingerprint {
    /// Whether the fingerprint is obviously a sample: a pattern that no certificate has, or the one that Android's
    /// documentation shows.
    ///
    /// A sample that reaches production lets whoever holds such a key open the tenant's links.
    package var isSample: Bool {
        let octets = text.utf8.split(separator: 0x3A).compactMap { UInt8(String($0) ?? "", radix: 16) }
        guard octets.count == 32 else { return true }
        return Self.knownSamples.contains(text) || octets.allSatisfy { $0 >> 4 == $0 & 0x0F } || octets.isArithmetic
            || (1...16).contains { octets.hasPeriod($0) } || Set(octets).count <= Self.fewOctets
            || octets.map { $0 >> 4 }.countsMostly && octets.map { $0 & 0x0F }.countsMostly
    }

    // Of the 32 octets of a hash so few are different once in a thousand million times.
    private static let fewOctets = 16

    // developer.android.com, "Configure website associations and dynamic rules".
    private static let documentationSample =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
    // The SHA-256 of nothing.
    private static let ofNothing =
        "E3:B0:C4:42:98:FC:1C:14:9A:FB:F4:C8:99:6F:B9:24:27:AE:41:E4:64:9B:93:4C:A4:95:99:1B:78:52:B8:55"
    private static let knownSamples = [documentationSample, ofNothing]
}

extension [UInt8] {
    /// Whether each byte exceeds the one before by the same number, modulo 256: `00 01 02 …`, `FF FF FF …`.
    fileprivate var isArithmetic: Bool {
        guard count > 1 else { return true }
        let difference = self[1] &- self[0]
        return indices.dropFirst().allSatisfy { self[$0] &- self[$0 - 1] == difference }
    }

    /// Whether most digits follow the one before by the same number, as where people count: `1 2 3 …`, `A B C … A B C …`.
    fileprivate var countsMostly: Bool {
        let steps = indices.dropFirst().map { (self[$0] &- self[$0 - 1]) & 0x0F }
        return Set(steps).contains { step in steps.count { $0 == step } * 4 >= steps.count * 3 }
    }

    fileprivate func hasPeriod(_ period: Int) -> Bool {
        (period..<count).allSatisfy { self[$0] == self[$0 - period] }
    }
}
