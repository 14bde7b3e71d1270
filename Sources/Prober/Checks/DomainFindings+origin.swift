import Association

extension DomainFindings {
    /// What Apple's fetcher meets at the host.
    var origin: [ProbeFinding] {
        guard let file = self[.file(.aasa)] else { return [] }
        return fetching(file, appleConsequence) + content(file, .aasa)
    }

    /// Devices ask Apple's network, which may hold a file of better days.
    private var appleConsequence: String {
        guard let copy = self[.deviceCopy], copy.silence == nil, copy.document != nil else {
            return "no universal link opens an app that is installed or updated from now on"
        }
        let left = copy.freshness.map { " for \($0.remaining.inWords) more" } ?? ""
        return "Apple's network still holds a file\(left); once it asks again, no universal link opens an app that is"
            + " installed or updated then"
    }

    /// What Google's fetcher meets at the host; a file that is not there matters where an Android app is known.
    var assetLinks: [ProbeFinding] {
        guard let file = self[.file(.assetlinks)] else { return [] }
        // Whatever keeps everybody out is told of the first file.
        if file.outcome.status == nil, self[.file(.aasa)]?.outcome.status == nil { return [] }
        let findings = fetching(file, "Android opens the links in the browser") + content(file, .assetlinks)
        let isListed = self[.statements].flatMap(GoogleAnswer.init).map { !$0.apps.isEmpty } ?? false
        guard target.androidApps.isEmpty, !isListed else { return findings }
        return findings.map { $0.code == .fileMissing ? $0.softened(to: .note) : $0 }
    }

    // MARK: - Fetching

    private func fetching(_ file: Observation, _ consequence: String) -> [ProbeFinding] {
        switch file.outcome {
        case .failed(let failure): return [Self.finding(of: blamed(failure), at: file, consequence)]
        case .answered(200): return mediaType(file)
        case .answered(let status): return [refused(file, status, consequence)]
        }
    }

    private func refused(_ file: Observation, _ status: Int, _ consequence: String) -> ProbeFinding {
        let evidence = [ProbeFinding.Evidence("url", file.url), .init("status", "\(status)")]
        switch status {
        case 300...399 where status != 304:
            let place = file.headers.value("location") ?? "nowhere"
            return ProbeFinding(
                .redirected, at: file.vantage, "the file is behind a redirect (\(status)) to \(place)",
                consequence: "neither Apple nor Google follows redirects: \(consequence)",
                advice: file.remedy, evidence: evidence + [.init("location", place)])
        case 404, 410:
            return ProbeFinding(
                .fileMissing, at: file.vantage, "there is no file (\(status))", consequence: consequence,
                advice: file.remedy, evidence: evidence)
        default:
            return ProbeFinding(
                .badStatus, at: file.vantage, "the answer is \(status), not 200", consequence: consequence,
                advice: file.remedy, evidence: evidence)
        }
    }

    private func mediaType(_ file: Observation) -> [ProbeFinding] {
        let type = file.headers.value("content-type") ?? "none"
        let essence = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard essence != "application/json" else { return [] }
        let (severity, consequence): (Severity, String) =
            switch (file.thing.kind, essence) {
            case (.assetlinks, _): (.error, "Google refuses the file: ERROR_CODE_WRONG_CONTENT_TYPE")
            case (.aasa, "application/pkcs7-mime"):
                (.warning, "it says that the file is signed, as systems before iOS 9 took it; what reads it so, fails")
            case (.aasa, _):
                (.note, "Apple's network reads the file all the same; older descriptions ask for application/json")
            }
        return [
            ProbeFinding(
                .mediaType, severity: severity, at: file.vantage, about: file.thing == .file(.aasa) ? "aasa" : "",
                "the media type is \(type), not application/json", consequence: consequence,
                advice: "serve the file as application/json", evidence: [.init("content-type", type)])
        ]
    }

    // MARK: - Content

    private func content(_ file: Observation, _ kind: AssociationKind) -> [ProbeFinding] {
        guard let document = file.document else { return [] }
        return AssociationLint.findings(document, kind: kind).filter { $0.severity != .note }.prefix(10).map { lint in
            ProbeFinding(
                lint.severity == .error ? .contentError : .contentWarning, at: file.vantage,
                "\(kind.rawValue), \(lint.position): \(lint.message)",
                consequence: lint.severity == .error
                    ? "some or all links do not open the app" : "links may open otherwise than the file reads",
                advice: lint.advice, evidence: [.init("lint", lint.code.rawValue), .init("pointer", lint.pointer)])
        }
    }
}

extension ProbeFinding {
    /// The same with another severity.
    func softened(to severity: Severity) -> ProbeFinding {
        ProbeFinding(
            code, severity: severity, at: vantage, about: subject, message, consequence: consequence, advice: advice,
            evidence: evidence)
    }
}
