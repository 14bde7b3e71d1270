import CCurl
import Cryptography
import Glibc
import Platform

/// libcurl as a whole: initialised once for the process, and looked at before it is relied upon.
enum CurlLibrary {
    private static let initialized: CURLcode = {
        // libcurl's NOSIGNAL leaves SIGPIPE to the program (case 103).
        _ = signal(SIGPIPE, SIG_IGN)
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }()

    /// Initialises the library, and checks what it is able to do.
    ///
    /// An asynchronous resolver is not asked for: libcurl never resolves a name here.
    ///
    /// - Throws: ``TransferEngineError``.
    static func check() throws(TransferEngineError) {
        guard initialized == CURLE_OK else { throw .library(message(initialized)) }
        guard let version = unsafe curl_version_info(CURLVERSION_TENTH) else { throw .library("it tells no version") }
        let features = unsafe version.pointee.features
        guard features & CURL_VERSION_SSL != 0 else { throw .missingFeature("TLS") }
        guard features & CURL_VERSION_LIBZ != 0 else { throw .missingFeature("gzip") }
        let number = unsafe version.pointee.version_num
        guard number >= 0x075500 else { throw .missingFeature("the functions of version 7.85") }
        let backend = unsafe version.pointee.ssl_version.map { unsafe String(cString: $0) } ?? ""
        guard backend.hasPrefix("OpenSSL/") else { throw .missingFeature("OpenSSL (it has \(backend))") }
    }

    /// The file of trusted certificates that the library was built with.
    static var defaultBundle: String {
        guard let handle = unsafe curl_easy_init() else { return TrustStore.systemBundle }
        defer { unsafe curl_easy_cleanup(handle) }
        var text: UnsafePointer<CChar>?
        guard unsafe postern_curl_get_text(handle, CURLINFO_CAINFO, &text) == CURLE_OK, let text = unsafe text else {
            return TrustStore.systemBundle
        }
        return unsafe String(cString: text)
    }

    /// The library's text for a result, which no decision rests on.
    static func message(_ code: CURLcode) -> String {
        unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "result \(code.rawValue)"
    }
}
