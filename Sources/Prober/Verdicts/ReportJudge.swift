package import Association
import Cryptography
import DeepLinks
import Platform

/// What a report of all checks means for each file at each vantage.
package struct ReportJudge: Sendable {
    private let report: DomainReport
    private let revisions: [AssociationKind: [PublishedRevision]]

    /// Takes a report and what the domain has published.
    package init(_ report: DomainReport, revisions: [AssociationKind: [PublishedRevision]]) {
        self.report = report
        self.revisions = revisions
    }

    /// The files that the domain has ever published, at the vantages that were asked.
    package var files: [JudgedFile] {
        revisions.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { kind in
            [origin(kind), kind == .aasa ? apple : google].compactMap { $0 }
        }
    }

    /// Whether the domain itself did not answer as it should, for a longer pause.
    package static func fails(_ files: [JudgedFile]) -> Bool {
        files.contains { $0.file.vantage == .origin && [.failing, .unreachable].contains($0.judgement.verdict) }
    }

    /// Whether Apple and Google have what was published.
    package static func isSpread(_ files: [JudgedFile]) -> Bool {
        files.allSatisfy {
            ![.appleCDN, .googleDAL].contains($0.file.vantage) || $0.judgement.verdict == .inSync
        }
    }

    // MARK: -

    private func judge(_ kind: AssociationKind) -> RevisionJudge {
        RevisionJudge(kind, host: report.host.text, revisions: revisions[kind] ?? [])
    }

    private func origin(_ kind: AssociationKind) -> JudgedFile? {
        guard let seen = report.observation(of: .file(kind)), var sighting = seen.sighting else { return nil }
        let filtered = report.findings.first { $0.code == .appleFiltered && $0.vantage == .origin }
        if kind == .aasa, let filtered { sighting = .filtered(filtered.message) }
        return JudgedFile(
            ObservedFile(.origin, kind), judge(kind).judge(sighting, at: report.time), seen)
    }

    private var apple: JudgedFile? {
        guard let seen = report.observation(of: .deviceCopy), var sighting = seen.sighting else { return nil }
        if let failure = seen.appleFailure {
            // A host that has no file yet is answered so too, and that is cached.
            let isMissing = failure.kind == .badStatus && failure.cause?.hasPrefix("404") == true
            sighting = isMissing ? .missing(failure.message) : .failing(failure.message)
        }
        let judgement = judge(.aasa).judge(
            sighting, staleness: .appleCDN, freshness: seen.freshness?.remaining, at: report.time)
        return JudgedFile(ObservedFile(.appleCDN, .aasa), judgement, seen)
    }

    /// Google gives no file but what it read in it, so the findings of the check decide.
    private var google: JudgedFile? {
        guard let seen = report.observation(of: .statements), let sighting = seen.sighting else { return nil }
        var judgement: Judgement
        switch sighting {
        case .proberFault(let reason): judgement = Judgement(.proberBroken, reason: reason)
        case .unreachable(let reason): judgement = Judgement(.unreachable, reason: reason)
        default: judgement = Judgement(.inSync, revision: judge(.assetlinks).current?.number)
        }
        let worst = report.findings.filter { $0.vantage == .googleDAL }.compactMap { finding -> Judgement? in
            switch finding.code {
            case .googleFailing, .googleNotLinked: Judgement(.failing, reason: finding.message)
            case .googleStale:
                Judgement(
                    .stale, reason: finding.message, replaced: judge(.assetlinks).current?.published,
                    healing: seen.freshness.map { report.time + $0.remaining })
            default: nil
            }
        }
        // Linked wrongly counts for more than old.
        if judgement.verdict == .inSync, let found = worst.first(where: { $0.verdict == .failing }) ?? worst.first {
            judgement = found
        }
        return JudgedFile(ObservedFile(.googleDAL, .assetlinks), judgement, seen)
    }
}

extension Observation {
    /// What was seen, in the terms of a verdict; `nil` where nothing was: put off, or given up at the end.
    var sighting: Sighting? {
        switch outcome {
        case .answered(200):
            guard let bodyDigest else { return .proberFault("the digest of the file is missing") }
            return .document(body, bodyDigest)
        case .answered(let status) where status == 404 || status == 410: return .missing("the answer is \(status)")
        case .answered(let status): return .failing("the answer is \(status)")
        case .failed(let failure):
            switch failure {
            case .deferred, .cancelled: return nil
            case .blocked: return .blocked(failure.description)
            case .internalFault: return .proberFault(failure.description)
            case .bodyTooLarge, .headersTooLarge, .malformed: return .failing(failure.description)
            case .unresolved, .connectFailed, .tls, .timedOut, .closed: return .unreachable(failure.description)
            }
        }
    }
}
