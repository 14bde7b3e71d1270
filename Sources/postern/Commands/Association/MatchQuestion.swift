import Association
import DeepLinks

/// What is asked of an association file.
enum MatchQuestion {
    case apple(AssociationFile, app: String, host: String?)
    case android(AssociationFile, PackageName, CertificateFingerprint)

    /// The answers for URLs, in their order.
    func answers(_ urls: [LinkURL], _ console: Console) throws -> [MatchAnswer] {
        switch self {
        case .apple(let file, let app, let host):
            let bytes = try file.bytes()
            guard
                let matcher = try read(
                    bytes, console,
                    { (bytes) throws(AssociationReadingError) in
                        AppleMatcher(try AppleDocument(bytes), host: host)
                    })
            else { return urls.map { MatchAnswer(unreadable: $0) } }
            return urls.map { MatchAnswer($0, matcher.explanation($0, app: app)) }
        case .android(let file, let package, let fingerprint):
            let bytes = try file.bytes()
            guard
                let document = try read(
                    bytes, console,
                    { (bytes) throws(AssociationReadingError) in
                        try AndroidDocument(bytes)
                    })
            else { return urls.map { MatchAnswer(unreadable: $0) } }
            for include in document.includes {
                console.note("\(include.url.value) is included there and is not fetched here")
            }
            let matcher = AndroidMatcher(document)
            return urls.map { MatchAnswer($0, matcher.decision($0, package: package, fingerprint: fingerprint)) }
        }
    }

    /// What a reader makes of the bytes; `nil` and a message where nothing of the file counts.
    private func read<Value>(
        _ bytes: [UInt8], _ console: Console, _ body: ([UInt8]) throws(AssociationReadingError) -> Value
    ) throws -> Value? {
        do throws(AssociationReadingError) {
            return try body(bytes)
        } catch {
            console.note("\(error)")
            return nil
        }
    }
}
