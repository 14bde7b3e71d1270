import Association
import Cryptography

extension DomainFindings {
    /// What Apple's network holds, against what the host serves.
    var apple: [ProbeFinding] {
        guard let copy = self[.deviceCopy] else { return [] }
        if let silence = copy.silence { return [unreachable(copy, silence)] }
        return copy.document == nil ? failing(copy) : held(copy)
    }

    private func unreachable(_ copy: Observation, _ reason: String) -> ProbeFinding {
        ProbeFinding(
            .appleUnreachable, at: .appleCDN, "Apple's network cannot be asked: \(reason)",
            consequence: "nobody can say what devices get", advice: "try again later, or from another network",
            evidence: evidence(copy))
    }

    /// Apple has a file.
    private func held(_ copy: Observation) -> [ProbeFinding] {
        guard let document = copy.document, let own = self[.file(.aasa)]?.document,
            !DocumentEquality.isSame(document, own)
        else { return [] }
        guard self[.file(.aasa)]?.readableDocument != nil else { return [lasting(copy)] }
        if let fresh = seesOther(than: own) { return [fresh] }
        let left = copy.freshness?.left
        let isOverdue = left.map { $0 <= .zero } ?? false
        return [
            ProbeFinding(
                isOverdue ? .appleOverdue : .appleStale, at: .appleCDN,
                "Apple's network holds another file than the host",
                consequence:
                    "apps that are installed or updated now, and devices at their weekly check, get the other file",
                advice: isOverdue
                    ? "wait: its time was over \((.zero - (left ?? .zero)).inWords) ago; when Apple asks again, within 24"
                        + " hours as it says, is Apple's to decide"
                    : "wait:\(left.map { " the copy holds for \($0.inWords) more, and" } ?? "") Apple asks again within 24"
                        + " hours",
                evidence: evidence(copy))
        ]
    }

    /// Apple has a file that can be read, and the host's cannot.
    private func lasting(_ copy: Observation) -> ProbeFinding {
        ProbeFinding(
            .appleStale, at: .appleCDN, "Apple's network still hands out an earlier file, which can be read",
            consequence: "when it asks again, no device gets a file any more",
            advice:
                "mend the file at the host first\(copy.freshness.map { ": the copy holds for \($0.remaining.inWords)" } ?? "")",
            evidence: evidence(copy))
    }

    /// Apple has none, and perhaps says why.
    private func failing(_ copy: Observation) -> [ProbeFinding] {
        let failure = copy.appleFailure
        // Seen for hosts whose names do not resolve.
        let isUnresolved = failure == nil && copy.outcome.status == 405
        let message =
            isUnresolved
            ? "Apple's network does not find the host's name in DNS"
            : failure?.message ?? "Apple's network has no file for the host"
        if let own = self[.file(.aasa)]?.document, let fresh = self[.freshCopy]?.document,
            DocumentEquality.isSame(own, fresh)
        {
            let left = copy.freshness.map { "the failure is kept for \($0.remaining.inWords) more; " } ?? ""
            return [
                ProbeFinding(
                    .appleStale, at: .appleCDN, "Apple's network remembers an earlier failure: \(message)",
                    consequence: "until it asks again, no device gets the file",
                    advice: "wait: \(left)the host is well now",
                    evidence: evidence(copy))
            ]
        }
        return [
            ProbeFinding(
                .appleFailing, at: .appleCDN, message, consequence: "no device gets the file",
                advice: isUnresolved
                    ? "publish an A or AAAA record for the name in public DNS, by name servers that answer everybody"
                    : failure?.advice ?? "serve the file at the host first; Apple asks when an app lists the domain",
                evidence: evidence(copy))
        ]
    }

    /// What Apple would get now is not what this prober gets.
    private func seesOther(than own: [UInt8]) -> ProbeFinding? {
        guard let fresh = self[.freshCopy], fresh.silence == nil else { return nil }
        if let document = fresh.document, DocumentEquality.isSame(document, own) { return nil }
        let what = fresh.appleFailure?.message ?? "Apple gets another file than this prober"
        return ProbeFinding(
            .appleSeesOther, at: .appleCDN, what, consequence: "Apple's copy will not heal by itself",
            advice: fresh.appleFailure?.advice
                ?? "serve the same file to every address and user agent: look for geographic or bot rules",
            evidence: evidence(fresh))
    }

    private func evidence(_ copy: Observation) -> [ProbeFinding.Evidence] {
        let names = [
            "apple-failure-reason", "apple-failure-details", "apple-try-direct", "apple-from", "cache-control", "age",
            "via",
        ]
        return [.init("url", copy.url), .init("outcome", copy.outcome.label)]
            + names.compactMap { name in copy.headers.value(name).map { .init(name, $0) } }
            + (copy.bodyDigest.map { [.init("sha256", $0.hex)] } ?? [])
    }
}

extension Duration {
    /// `20 days`, and in hours and minutes what is less than two days.
    var inDays: String {
        let days = components.seconds / 86_400
        return days < 2 ? inWords : "\(days) days"
    }

    /// `5 h 59 min`, `12 min`, `40 s`.
    var inWords: String {
        let seconds = components.seconds
        if seconds < 60 { return "\(seconds) s" }
        let minutes = seconds / 60
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
