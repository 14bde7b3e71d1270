import Foundation
import Glibc
import Platform

/// An authority made for the run by the `openssl` program: a root, an intermediate, and leaves of every kind; safe from
/// any thread.
package final class CertificateAuthority: Sendable {
    /// The directory of its files; it goes with the authority.
    package let directory: String

    /// The root in PEM, as a bundle of trusted authorities (`--ca`).
    package var bundle: String { "\(directory)/root.pem" }

    private struct State {
        var count = 0
        var other: CertificateAuthority?
    }

    private let lock = LockedValue(State())
    private let name: String

    private static let once = Result { try CertificateAuthority(name: "Postern Test") }

    /// The authority of this process.
    ///
    /// - Throws: ``FixtureError``, for every caller, when `openssl` fails.
    package static func shared() throws -> CertificateAuthority {
        try once.get()
    }

    /// Makes an authority.
    ///
    /// - Parameter name: Stands in the subjects of root and intermediate.
    /// - Throws: ``FixtureError`` with what `openssl` wrote.
    package init(name: String) throws {
        self.name = name
        directory = try TemporaryDirectory.make("postern-authority")
        if name == "Postern Test" {
            atexit {
                if case .success(let authority) = CertificateAuthority.once {
                    try? FileManager.default.removeItem(atPath: authority.directory)
                }
            }
        }
        try write("openssl.cnf", Self.configuration(directory))
        try write("index.txt", "")
        try write("serial", "1000\n")
        try openssl([
            "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "\(directory)/rsa.key",
        ])
        for key in ["root", "intermediate", "leaf"] {
            try openssl(
                [
                    "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                    "\(directory)/\(key).key",
                ])
        }
        let path = { [directory] (file: String) in "\(directory)/\(file)" }
        try openssl([
            "req", "-x509", "-new", "-config", path("openssl.cnf"), "-key", path("root.key"), "-days", "3650",
            "-subj", "/O=\(name)/CN=\(name) Root", "-extensions", "root", "-out", path("root.pem"),
        ])
        try openssl([
            "req", "-new", "-config", path("openssl.cnf"), "-key", path("intermediate.key"),
            "-subj", "/O=\(name)/CN=\(name) Intermediate", "-out", path("intermediate.csr"),
        ])
        try sign("intermediate", by: "root", extensions: "intermediate", from: -10, to: 1000)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - kind: What is right or wrong with it.
    ///   - names: The DNS names it holds for, the first one also as its subject.
    ///   - key: Its key; all certificates share one of each kind.
    /// - Returns: The files of the certificate.
    /// - Throws: ``FixtureError`` with what `openssl` wrote.
    package func makeCertificate(
        _ kind: TestCertificateKind = .good, names: [String], key: TestCertificateKey = .ecdsa
    ) throws -> TestCertificate {
        let number = lock.withLock { state in
            state.count += 1
            return state.count
        }
        switch kind {
        case .otherAuthority, .otherAuthorityAlone, .otherAuthorityWithRoot:
            let plain: TestCertificateKind =
                kind == .otherAuthority ? .good : kind == .otherAuthorityAlone ? .missingIntermediate : .withRoot
            return try other().makeCertificate(plain, names: names, key: key)
        default: break
        }
        let file = "leaf\(number)"
        let alternatives = names.map { "DNS:\($0)" }.joined(separator: ",")
        let usage = kind == .forClients ? "clientAuth" : "serverAuth"
        var extensions = "basicConstraints=CA:FALSE\nextendedKeyUsage=\(usage)\n"
        if kind != .withoutAlternativeNames { extensions += "subjectAltName=\(alternatives)\n" }
        try write("\(file).ext", "[leaf]\n" + extensions)
        try openssl([
            "req", "-new", "-config", "\(directory)/openssl.cnf", "-key", "\(directory)/\(key.file)",
            "-subj", "/CN=\(names.first?.prefix(64) ?? "")", "-out", "\(directory)/\(file).csr",
        ])
        let (from, to) = kind.days
        let signer = kind == .selfSigned ? nil : kind == .signedByRoot ? "root" : "intermediate"
        try sign(file, by: signer, extensions: "leaf", extensionFile: "\(directory)/\(file).ext", from: from, to: to)
        let chain: [String] =
            switch kind {
            case .selfSigned, .signedByRoot, .missingIntermediate: []
            case .expiredIntermediate: [try makeExpiredIntermediate(number)]
            case .withRoot: ["intermediate.pem", "root.pem"]
            case .withExpiredSurplus(let count):
                try ["intermediate.pem"] + Array(repeating: surplus(), count: count)
            default: ["intermediate.pem"]
            }
        let parts = try (["\(file).pem"] + chain + [key.file]).map {
            try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8)
        }
        try write("\(file)-full.pem", parts.joined())
        return TestCertificate(
            file: "\(directory)/\(file)-full.pem", certificateFile: "\(directory)/\(file).pem",
            keyFile: "\(directory)/\(key.file)", names: names)
    }

    /// The name of a file with a certificate that ended yesterday.
    private func surplus() throws -> String {
        let expired = try makeCertificate(.expired, names: ["surplus.example"])
        return String(expired.certificateFile.dropFirst(directory.count + 1))
    }

    /// Makes a certificate of the intermediate's name and key that ended yesterday.
    private func makeExpiredIntermediate(_ number: Int) throws -> String {
        let file = "intermediate\(number)"
        try FileManager.default.copyItem(
            atPath: "\(directory)/intermediate.csr", toPath: "\(directory)/\(file).csr")
        try sign(file, by: "root", extensions: "intermediate", from: -90, to: -1)
        return "\(file).pem"
    }

    private func other() throws -> CertificateAuthority {
        if let other = lock.withLock({ $0.other }) { return other }
        let made = try CertificateAuthority(name: "Another Test")
        return lock.withLock { state in
            let other = state.other ?? made
            state.other = other
            return other
        }
    }

    /// Signs a request; `openssl ca` is the one command of OpenSSL 3.0 that takes dates.
    private func sign(
        _ file: String, by signer: String?, extensions: String, extensionFile: String? = nil, from: Double, to: Double
    ) throws {
        var arguments = [
            "ca", "-batch", "-notext", "-config", "\(directory)/openssl.cnf", "-name", "authority",
            "-in", "\(directory)/\(file).csr", "-out", "\(directory)/\(file).pem", "-extensions", extensions,
            "-startdate", Self.date(daysFromNow: from), "-enddate", Self.date(daysFromNow: to),
        ]
        if let extensionFile { arguments += ["-extfile", extensionFile] }
        if let signer {
            arguments += ["-cert", "\(directory)/\(signer).pem", "-keyfile", "\(directory)/\(signer).key"]
        } else {
            arguments += ["-selfsign", "-keyfile", "\(directory)/leaf.key"]
        }
        // The database of an authority is written by one process at a time.
        try lock.withLock { _ in try openssl(arguments) }
    }

    private func openssl(_ arguments: [String]) throws {
        let outcome = try Program.run("/usr/bin/env", ["openssl"] + arguments)
        guard outcome.status == 0 else {
            throw FixtureError("openssl \(arguments.joined(separator: " ")): \(outcome.output)")
        }
    }

    private func write(_ file: String, _ text: String) throws {
        try text.write(toFile: "\(directory)/\(file)", atomically: false, encoding: .utf8)
    }

    private static func date(daysFromNow days: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyyMMddHHmmss'Z'"
        return formatter.string(from: Date(timeIntervalSinceNow: days * 86_400))
    }

    private static func configuration(_ directory: String) -> String {
        """
        [req]
        distinguished_name = name
        prompt = no
        [name]
        [authority]
        database = \(directory)/index.txt
        serial = \(directory)/serial
        new_certs_dir = \(directory)
        default_md = sha256
        policy = anything
        unique_subject = no
        copy_extensions = none
        [anything]
        countryName = optional
        organizationName = optional
        commonName = optional
        [root]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [intermediate]
        basicConstraints = critical,CA:TRUE,pathlen:0
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid

        """
    }
}

extension TestCertificateKind {
    /// From and until when the certificate holds, in days from now.
    fileprivate var days: (from: Double, to: Double) {
        switch self {
        case .expired: (-90, -1)
        case .notYetValid: (1, 90)
        case .ending(let days): (-10, Double(days) + 0.5)
        default: (-1, 90)
        }
    }
}
