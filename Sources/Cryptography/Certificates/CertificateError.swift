/// Why certificates could not be read.
package enum CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are no certificate.
    case malformed
    /// A bundle holds no certificate: a wrong file, or an image without trusted authorities.
    case noCertificates(path: String)
    /// A file cannot be read.
    case unreadable(path: String, reason: String)
    /// OpenSSL has no memory.
    case noMemory

    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .malformed: "a certificate is malformed"
        case .noCertificates(let path): "\(path) holds no certificate"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .noMemory: "no memory is left for a certificate"
        }
    }
}
