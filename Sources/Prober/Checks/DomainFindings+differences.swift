import Association
import Cryptography
import Platform

extension DomainFindings {
    /// What differs between ways of asking the host.
    var differences: [ProbeFinding] { filtered + addresses + unasked + root }

    /// Something before the host that treats user agents differently (case 3).
    private var filtered: [ProbeFinding] {
        guard let file = self[.file(.aasa)], let plain = self[.plainFile(.aasa)], !isSame(file, plain),
            // Chance has led the two to different addresses, if Apple's user agent gets the same at one of them.
            !single(.aasa).contains(where: { isSame($0.seen, plain) }), !file.isOfConnection, !plain.isOfConnection
        else { return [] }
        if file.readableDocument != nil, plain.readableDocument == nil { return [agentDependent(file, plain)] }
        guard let document = plain.document, file.document == nil || plain.readableDocument != nil else { return [] }
        return [
            ProbeFinding(
                .appleFiltered, at: .origin,
                "a plain user agent gets the file (\(document.count) bytes), and Apple's"
                    + (file.document == nil ? " does not: \(file.gist)" : " another one"),
                consequence: "Apple's network cannot get the file that browsers see",
                advice: "exempt /.well-known/apple-app-site-association from bot protection, for every user agent",
                evidence: Self.evidence(file, plain))
        ]
    }

    private func agentDependent(_ file: Observation, _ plain: Observation) -> ProbeFinding {
        ProbeFinding(
            .agentDependent, at: .origin,
            "Apple's user agent gets the file, and a plain one does not: "
                + (plain.document == nil ? plain.gist : "what it gets is no association file"),
            consequence: "devices that ask the host itself, as in developer mode, and checkers get no file",
            advice:
                "answer every user agent alike at /.well-known/apple-app-site-association: exempt it from bot protection",
            evidence: Self.evidence(file, plain))
    }

    private static func evidence(_ file: Observation, _ plain: Observation) -> [ProbeFinding.Evidence] {
        [.init("AASA-Bot/1.0.0", file.outcome.label), .init("plain", plain.outcome.label)]
    }

    /// The copy at the root, which old systems read (case 23).
    private var root: [ProbeFinding] {
        guard let root = self[.rootFile], let copy = root.document,
            // Of a name with several addresses, the file of the same one.
            let file = single(.aasa).first(where: { $0.address == root.address })?.seen ?? self[.file(.aasa)],
            file.document != nil, !isSame(file, root)
        else { return [] }
        return [
            ProbeFinding(
                .rootDiffers, at: .origin, "the copy at the root is another file (\(copy.count) bytes)",
                consequence: "systems that still read the root open other URLs than the rest",
                advice: "serve the same bytes at both paths, or nothing at the root",
                evidence: [.init("url", root.url), .init("sha256", root.bodyDigest?.hex ?? "")])
        ]
    }

    /// Whether two answers are the same: of one status, with files that say the same.
    func isSame(_ left: Observation, _ right: Observation) -> Bool {
        guard left.outcome == right.outcome else { return false }
        guard let one = left.document, let other = right.document else { return true }
        return DocumentEquality.isSame(one, other)
    }
}

extension Observation {
    /// Whether it failed before the server could know who asks, or by the prober's own doing.
    fileprivate var isOfConnection: Bool {
        switch outcome.failure {
        case nil, .closed, .malformed, .cutShort, .undecodable, .bodyTooLarge, .headersTooLarge, .timedOut(.answer),
            .timedOut(.body):
            false
        default: true
        }
    }
}
