import Association
import CommandLine
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
                let document = try read(
                    bytes, console,
                    { (bytes) throws(AssociationReadingError) in
                        try AppleDocument(bytes)
                    })
            else { return urls.map { MatchAnswer(unreadable: $0) } }
            let matcher = AppleMatcher(document, host: host)
            let doubts = AppleDoubts(document, host: host)
            if !matcher.apps.contains(app) {
                let meant = Self.app(like: app, among: matcher.apps.sorted()).map { "; did you mean '\($0)'?" } ?? ""
                console.note(printable("no entry of the file names the app \(app)\(meant)"))
            }
            for rule in matcher.unfollowedRules {
                console.note(
                    "\(rule.position): the rule has more alternatives than are followed here; it is answered as if it"
                        + " matched nothing")
            }
            return urls.map { url in
                MatchAnswer(url, matcher.explanation(url, app: app), doubts.doubts(url, app: app))
            }
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
            let doubts = AndroidDoubts(document)
            return urls.map { url in
                MatchAnswer(
                    url, matcher.decision(url, package: package, fingerprint: fingerprint),
                    doubts.doubts(url, package: package, fingerprint: fingerprint))
            }
        }
    }

    /// The app that was meant: the one whose prefix was left out, else the nearest.
    private static func app(like text: String, among apps: [String]) -> String? {
        guard text.utf8.count <= 255 else { return nil }
        return apps.first { $0.hasSuffix("." + text) } ?? nearest(to: text, among: apps)
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
