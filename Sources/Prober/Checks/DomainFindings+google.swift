import Association
import DeepLinks

extension DomainFindings {
    /// What Google holds, against what the host serves.
    var google: [ProbeFinding] {
        let asked = observations.filter { $0.vantage == .googleDAL }
        var codes: Set<String> = []
        return asked.flatMap { seen -> [ProbeFinding] in
            guard let answer = GoogleAnswer(seen) else { return [unreachable(seen)] }
            var findings = answer.errorCodes.filter { codes.insert($0).inserted }.map { failing($0, seen) }
            switch seen.thing {
            case .assetCheck(let package, let fingerprint)
            where !answer.isLinked && answer.errorCodes.isEmpty:
                findings.append(notLinked(package, fingerprint, seen))
            case .statements where answer.errorCodes.isEmpty:
                findings += stale(answer, seen)
            default: break
            }
            return findings
        } + missing
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
        guard let document = self[.file(.assetlinks)]?.document else { return [] }
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
