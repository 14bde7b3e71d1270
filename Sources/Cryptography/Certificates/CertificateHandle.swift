import COpenSSL
import Glibc
import Platform

/// Sole owner of an `X509`.
///
/// Confined to one thread at a time.
@safe
final class CertificateHandle {
    let pointer: OpaquePointer

    /// Takes ownership.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Reads DER that holds one certificate and nothing else.
    convenience init(der: [UInt8]) throws(CertificateError) {
        ERR_clear_error()
        var rest = 0
        let pointer = unsafe der.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            let made = unsafe d2i_X509(nil, &place, buffer.count)
            rest = unsafe buffer.count - (place.map { unsafe $0 - (buffer.baseAddress ?? $0) } ?? 0)
            return unsafe made
        }
        ERR_clear_error()
        guard let pointer = unsafe pointer else { throw .malformed }
        unsafe self.init(owning: pointer)
        guard rest == 0 else { throw .malformed }
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Reads the certificates of a PEM text.
    static func read(pem: [UInt8]) throws(CertificateError) -> [CertificateHandle] {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard pem.count <= Int32.max else { throw .malformed }
        var handles: [CertificateHandle] = []
        let status: CertificateError? = unsafe pem.withUnsafeBytes { bytes in
            guard let bio = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                // An empty text has no address.
                return pem.isEmpty ? nil : CertificateError.noMemory
            }
            defer { unsafe BIO_free(bio) }
            while let pointer = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
                handles.append(unsafe CertificateHandle(owning: pointer))
            }
            // The end of a PEM text is the error "no start line"; anything else is a malformed certificate.
            let code = ERR_peek_last_error()
            let isEnd =
                postern_error_library(code) == ERR_LIB_PEM && postern_error_reason(code) == PEM_R_NO_START_LINE
            return isEnd ? nil : CertificateError.malformed
        }
        if let status { throw status }
        return handles
    }

    /// Reads what the certificate says.
    func read() throws(CertificateError) -> Certificate {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let der = try self.der()
        guard let notBefore = unsafe Self.time(X509_get0_notBefore(pointer)),
            let notAfter = unsafe Self.time(X509_get0_notAfter(pointer)), let fingerprint = try? SHA256.digest(of: der)
        else { throw .malformed }
        return Certificate(
            der: der,
            subject: unsafe Self.text(X509_get_subject_name(pointer)),
            issuer: unsafe Self.text(X509_get_issuer_name(pointer)),
            issuerOrganization: unsafe Self.organization(X509_get_issuer_name(pointer)),
            dnsNames: dnsNames(),
            notBefore: notBefore,
            notAfter: notAfter,
            fingerprint: fingerprint,
            isSelfSigned: unsafe X509_self_signed(pointer, 1) == 1,
            isAuthority: unsafe X509_check_ca(pointer) == 1)
    }

    /// The kind of the certificate's own key; `nil` for one that no server has.
    var keyKind: ServerKeyKind? { unsafe ServerKeyKind(of: X509_get0_pubkey(pointer)) }

    /// The organisation of the subject; `nil` where it has none.
    var organization: String? { unsafe Self.organization(X509_get_subject_name(pointer)) }

    /// The certificate in DER.
    func der() throws(CertificateError) -> [UInt8] {
        let count = unsafe i2d_X509(pointer, nil)
        guard count > 0 else { throw .malformed }
        var der = [UInt8](repeating: 0, count: Int(count))
        let written = unsafe der.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe i2d_X509(pointer, &place)
        }
        guard written == count else { throw .malformed }
        return der
    }

    private func dnsNames() -> [String] {
        guard let names = unsafe X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else { return [] }
        let stack = OpaquePointer(names)
        defer { unsafe GENERAL_NAMES_free(stack) }
        let count = unsafe postern_count_names(stack)
        var texts: [String] = []
        for index in 0..<max(count, 0) {
            if let text = unsafe Self.text(postern_name_at(stack, index), type: GEN_DNS) { texts.append(text) }
        }
        return texts
    }

    private static func text(_ name: UnsafePointer<GENERAL_NAME>?, type: Int32) -> String? {
        guard let name = unsafe name else { return nil }
        var count: Int32 = 0
        guard let bytes = unsafe postern_name_bytes(name, type, &count), count >= 0 else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    private static func text(_ name: OpaquePointer?) -> String {
        guard let bio = unsafe postern_new_memory_bio() else { return "" }
        defer { unsafe BIO_free(bio) }
        _ = unsafe postern_print_name(bio, name)
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe BIO_read(bio, $0.baseAddress, Int32($0.count)) }
        return String(decoding: bytes.prefix(Int(max(count, 0))), as: UTF8.self)
    }

    private static func organization(_ name: OpaquePointer?) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let capacity = Int32(bytes.count)
        let count = unsafe X509_NAME_get_text_by_NID(name, NID_organizationName, &bytes, capacity)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> UnixTime? {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return UnixTime(seconds: Int64(unsafe timegm(&parts)))
    }
}
