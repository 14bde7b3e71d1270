package import Cryptography
import Platform

/// The two files of a certificate that a directory offers; one file, where it holds both.
package struct CertificateFiles: Hashable, Sendable {
    /// The certificate and those of its authorities.
    package let chain: String

    /// The private key.
    package let key: String

    /// Names two files, or one twice.
    package init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    /// Finds what a directory offers, as ``find(in:names:contents:)``.
    ///
    /// - Throws: ``GatewayError`` when it cannot be read.
    package static func find(in directory: String) throws(GatewayError) -> [CertificateFiles] {
        let names = try GatewayError.wrapping(.unreadable) { () throws(SystemError) in try Directory.names(directory) }
        return find(in: directory, names: names) { try? Directory.names($0) }
    }

    /// Reads both.
    ///
    /// - Throws: ``GatewayError`` when one cannot be read, others than its owner and group may read the key, or the two
    ///   cannot be presented.
    package func read() throws(GatewayError) -> ServerCertificate {
        let texts = try GatewayError.wrapping(.unreadable) { () throws(SystemError) in
            (try File.readRegular(chain, limit: 1 << 20), try File.readSecret(key, limit: 1 << 20))
        }
        return try GatewayError.wrapping(.refused) { () throws(ServerCertificateError) in
            try ServerCertificate(chain: texts.0, key: texts.1)
        }
    }

    /// Finds what a directory offers.
    ///
    /// - Parameters:
    ///   - directory: Its path.
    ///   - names: What is in it.
    ///   - contents: What is in a directory below it; `nil` for what is no directory.
    /// - Returns: `NAME.crt` or `NAME.pem` with `NAME.key`; `NAME.pem` or `NAME.crt` alone, which then holds the key too;
    ///   and of a directory `NAME` the files `fullchain.pem` and `privkey.pem`, as certbot names them. Sorted by name.
    static func find(
        in directory: String, names: [String], contents: (String) -> [String]?
    ) -> [CertificateFiles] {
        let all = Set(names)
        var found: [CertificateFiles] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".crt") || name.hasSuffix(".pem") {
                let stem = name.dropLast(4)
                // NAME.crt comes first where both are there.
                if name.hasSuffix(".pem"), all.contains("\(stem).crt") { continue }
                let key = all.contains("\(stem).key") ? "\(directory)/\(stem).key" : path
                found.append(CertificateFiles(chain: path, key: key))
            } else if !name.hasSuffix(".key"), let below = contents(path), below.contains("fullchain.pem") {
                found.append(CertificateFiles(chain: "\(path)/fullchain.pem", key: "\(path)/privkey.pem"))
            }
        }
        return found
    }
}
