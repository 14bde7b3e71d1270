import Association
import DeepLinks

extension DomainFindings {
    /// What Google holds, against what the host serves.
    var google: [ProbeFinding] {
        let asked = observations.filter { $0.vantage == .googleDAL }
        let answers = asked.compactMap { seen in
            seen.silence == nil ? GoogleAnswer(seen).map { (seen: seen, answer: $0) } : nil
        }
        // What goes wrong at one app tells more than what goes wrong beside another that is linked.
        var codes: Set<String> = []
        let failures = (answers.filter { !isGood($0.answer, $0.seen) } + answers.filter { isGood($0.answer, $0.seen) })
            .flatMap { seen, answer in
                answer.errorCodes.filter { codes.insert($0).inserted }.map { code in
                    isGood(answer, seen) ? failing(code, seen).softened(to: .warning) : failing(code, seen)
                }
            }
        let others = answers.flatMap { seen, answer -> [ProbeFinding] in
            guard answer.errorCodes.isEmpty else { return [] }
            return switch seen.thing {
            case .assetCheck(let package, let fingerprint) where !answer.isLinked:
                [notLinked(package, fingerprint, seen)]
            case .statements: stale(answer, seen)
            default: []
            }
        }
        return asked.filter { $0.silence != nil }.map(unreachable) + failures + others + missing
    }

    /// Whether an answer has what the host's file says, whatever went wrong beside: a statement that is skipped, or a broken
    /// include, takes nothing from the others (Google, "Asset Links Specification").
    private func isGood(_ answer: GoogleAnswer, _ seen: Observation) -> Bool {
        if case .assetCheck = seen.thing { return answer.isLinked }
        let own = AndroidApps.listed(in: self[.file(.assetlinks)]?.document)
        return !own.isEmpty && answer.apps.isSuperset(of: own)
    }

    /// Apps that are to be opened and that the host's own file does not name.
    private var missing: [ProbeFinding] {
        guard let document = self[.file(.assetlinks)]?.document else { return [] }
        let listed = AndroidApps.listed(in: document)
        return target.androidApps.flatMap { app -> [ProbeFinding] in
            let own = listed.filter { $0.packageName == app.packageName.text }.map(\.fingerprint)
            guard !own.isEmpty else { return [missing(app.packageName.text)] }
            return app.fingerprints.map(\.text).filter { !own.contains($0) }.map { print in
                missing("the certificate \(print) of \(app.packageName)")
            }
        }
    }

    private func missing(_ what: String) -> ProbeFinding {
        ProbeFinding(
            .googleNotLinked, at: .origin, "the host's own file does not name \(what)",
            consequence: "Android does not verify the host for this app: its links open in the browser",
            advice: "add a statement for \(what) with delegate_permission/common.handle_all_urls")
    }

    private func unreachable(_ seen: Observation) -> ProbeFinding {
        ProbeFinding(
            .googleUnreachable, at: .googleDAL,
            "Google's API cannot be asked: \(seen.silence ?? seen.outcome.label)",
            consequence: "nobody can say what Google holds", advice: "try again later, or from another network",
            evidence: [.init("url", seen.url), .init("outcome", seen.outcome.label)])
    }

    private func notLinked(_ package: String, _ fingerprint: String, _ seen: Observation) -> ProbeFinding {
        ProbeFinding(
            .googleNotLinked, at: .googleDAL, "Google does not link \(package) with the host",
            consequence: "Android does not verify the host for this app: its links open in the browser",
            advice:
                "compare package name and fingerprint with the host's file; with Play App Signing the fingerprint is Play's",
            evidence: [.init("url", seen.url), .init("fingerprint", fingerprint)])
    }

    private func stale(_ answer: GoogleAnswer, _ seen: Observation) -> [ProbeFinding] {
        guard let file = self[.file(.assetlinks)], file.outcome.status != nil,
            !answer.apps.isEmpty || file.document != nil
        else { return [] }
        guard let document = file.readableDocument else { return answer.apps.isEmpty ? [] : [lasting(answer, seen)] }
        guard AndroidApps.listed(in: document) != answer.apps else { return [] }
        let left = answer.freshness.map { " (the answer holds for \($0.remaining.inWords) more)" } ?? ""
        return [
            ProbeFinding(
                .googleStale, at: .googleDAL, "Google lists other apps than the host's file",
                consequence: "Android may verify an app that the host no longer names, or refuse one that it does",
                advice: "wait until Google asks again\(left)",
                evidence: [.init("url", seen.url), .init("listed", "\(answer.apps.count)")])
        ]
    }

    /// Google lists apps, and the host has no file that can be read.
    private func lasting(_ answer: GoogleAnswer, _ seen: Observation) -> ProbeFinding {
        ProbeFinding(
            .googleStale, at: .googleDAL,
            "Google still lists \(answer.apps.count == 1 ? "an app" : "apps") of an earlier file",
            consequence: "when it asks again, Android verifies the host for no app any more",
            advice: "mend the file at the host first"
                + (answer.freshness.map { ": the answer holds for \($0.remaining.inWords)" } ?? ""),
            evidence: [.init("url", seen.url), .init("listed", "\(answer.apps.count)")])
    }

    private func failing(_ code: String, _ seen: Observation) -> ProbeFinding {
        let (message, advice): (String, String) =
            switch code {
            case "ERROR_CODE_FETCH_ERROR":
                ("Google could not fetch the file", "answer 200 to every user agent and address")
            case "ERROR_CODE_FAILED_SSL_VALIDATION":
                ("Google refuses the host's certificate", "mend the certificate, the intermediate ones included")
            case "ERROR_CODE_REDIRECT": ("Google met a redirect", "answer 200 with the file itself")
            case "ERROR_CODE_TOO_LARGE": ("the file is too large for Google", "make it smaller, or part it by includes")
            case "ERROR_CODE_MALFORMED_HTTP_RESPONSE":
                ("Google got no proper HTTP", "answer by plain HTTP/1.1 over TLS")
            case "ERROR_CODE_WRONG_CONTENT_TYPE":
                ("Google refuses the media type", "serve assetlinks.json as application/json")
            case "ERROR_CODE_MALFORMED_CONTENT":
                ("Google cannot read the file", "serve strict JSON: an array of statements")
            case "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE":
                ("the file includes one by http", "include by https only")
            case "ERROR_CODE_FETCH_BUDGET_EXHAUSTED":
                ("the file's includes are too many, or go in a circle", "have at most one level of includes")
            default: ("Google says \(code)", "look the code up in the reference of Digital Asset Links")
            }
        return ProbeFinding(
            .googleFailing, at: .googleDAL, message,
            consequence: "Android may not verify the host: links open in the browser",
            advice: advice, evidence: [.init("code", code), .init("url", seen.url)])
    }
}
