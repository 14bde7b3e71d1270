import COpenSSL
import Platform

/// One run of OpenSSL's path validation (RFC 5280 section 6) that goes on after an error, so that all are known.
struct ChainVerification {
    /// The error codes in the order they were met, each once.
    private(set) var codes: [Int32] = []

    /// The certificate at the end of the path that was built.
    private(set) var top: Certificate?

    /// Whether the path leads over each of the presented certificates; the leaf's always does.
    private(set) var isUsed: [Bool]

    /// The level of security asked of keys and digests: 2, as Debian's libcurl asks.
    private static let securityLevel: Int32 = 2

    init(
        _ chain: [CertificateHandle], store: OpaquePointer, host: String, at time: UnixTime
    ) throws(CertificateError) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        isUsed = chain.indices.map { $0 == 0 }
        guard let leaf = chain.first else { return }
        guard let context = unsafe X509_STORE_CTX_new(), let others = unsafe postern_new_certificates() else {
            throw .noMemory
        }
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe postern_free_certificates(others)
        }
        for handle in chain {
            unsafe X509_up_ref(handle.pointer)
            _ = unsafe postern_push_certificate(others, handle.pointer)
        }
        guard unsafe X509_STORE_CTX_init(context, store, leaf.pointer, others) == 1 else { throw .noMemory }
        let parameters = unsafe X509_STORE_CTX_get0_param(context)
        _ = unsafe X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER)
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, Self.securityLevel)
        unsafe X509_VERIFY_PARAM_set_time(parameters, Int(time.microseconds / 1_000_000))
        unsafe X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        guard unsafe X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1 else { throw .noMemory }
        let codes = CodeList()
        unsafe postern_set_verify_data(context, Unmanaged.passUnretained(codes).toOpaque())
        unsafe X509_STORE_CTX_set_verify_cb(context, noteVerifyError)
        let status = unsafe X509_verify_cert(context)
        self.codes = codes.values
        if status != 1, self.codes.isEmpty { self.codes = [unsafe X509_STORE_CTX_get_error(context)] }
        if let path = unsafe X509_STORE_CTX_get0_chain(context) {
            for index in 0..<(unsafe postern_count_certificates(path)) {
                let step = unsafe postern_certificate_at(path, index)
                let place = chain.firstIndex { unsafe X509_cmp($0.pointer, step) == 0 }
                if let place { isUsed[place] = true }
            }
            let last = unsafe postern_certificate_at(path, postern_count_certificates(path) - 1)
            if let last = unsafe last {
                unsafe X509_up_ref(last)
                top = unsafe try CertificateHandle(owning: last).read()
            }
        }
    }
}

/// What the callback writes to.
private final class CodeList {
    var values: [Int32] = []
}

/// Notes an error and lets the validation go on.
private func noteVerifyError(_ isFine: Int32, _ context: OpaquePointer?) -> Int32 {
    guard isFine == 0, let context = unsafe context, let data = unsafe postern_verify_data(context) else { return 1 }
    let codes = unsafe Unmanaged<CodeList>.fromOpaque(data).takeUnretainedValue()
    let code = unsafe X509_STORE_CTX_get_error(context)
    if !codes.values.contains(code) { codes.values.append(code) }
    return 1
}
