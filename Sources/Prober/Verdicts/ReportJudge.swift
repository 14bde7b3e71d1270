package import Association
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
            let origin = origin(kind)
            return [origin, kind == .aasa ? apple(origin?.judgement) : google].compactMap { $0 }
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
        RevisionJudge(kind, host: report.target.shownHost, revisions: revisions[kind] ?? [])
    }

    private func origin(_ kind: AssociationKind) -> JudgedFile? {
        guard let seen = report.observation(of: .file(kind)), var sighting = seen.sighting else { return nil }
        for finding in report.findings where finding.vantage == .origin {
            switch finding.code {
            case .appleFiltered where kind == .aasa: sighting = .filtered(finding.message, seen.document)
            case .noNameServer: sighting = .proberFault(finding.message)
            default: break
            }
        }
        // A filter is told of the name as a whole.
        let isFiltered = if case .filtered = sighting { true } else { false }
        if !isFiltered, let worst = Self.worstAddress(of: report, kind, judge(kind)) {
            return JudgedFile(ObservedFile(.origin, kind), worst.judgement, worst.seen)
        }
        var judgement = judge(kind).judge(sighting, at: report.time)
        judgement.advise(seen)
        return JudgedFile(ObservedFile(.origin, kind), judgement, seen)
    }

    /// Judges Apple's copy, which is taken from the host, by how the host's own file stands.
    private func apple(_ origin: Judgement?) -> JudgedFile? {
        guard let seen = report.observation(of: .deviceCopy), var sighting = seen.answer else { return nil }
        if let failure = seen.appleFailure, seen.silence == nil {
            // A host that has no file yet is answered so too, and that is cached.
            let isMissing = failure.kind == .badStatus && failure.cause?.hasPrefix("404") == true
            sighting = isMissing ? .missing(failure.message) : .failing(failure.message)
        }
        if seen.outcome.status == 405 { sighting = .failing("it does not find the host's name in DNS") }
        var judgement = judge(.aasa).judge(
            sighting, staleness: .appleCDN, freshness: seen.freshness?.left, at: report.time)
        judgement.note(freshLook ?? report.target.freshLook)
        judgement.blame(origin)
        if judgement.verdict != .inSync, judgement.remedy.isEmpty, judgement.healing == nil {
            judgement.remedy = appleRemedy ?? judgement.remedy
        }
        return JudgedFile(ObservedFile(.appleCDN, .aasa), judgement, seen)
    }

    /// What Apple got in this check when it was made to ask anew; `nil` where it was not.
    private var freshLook: FreshLook? {
        guard let fresh = report.observation(of: .freshCopy), fresh.silence == nil,
            let own = report.observation(of: .file(.aasa))?.readableDocument
        else { return nil }
        if let document = fresh.document {
            let isSame = DocumentEquality.isSame(document, own)
            return FreshLook(finding: isSame ? "" : "it gets another file than this prober")
        }
        return FreshLook(finding: fresh.appleFailure?.message ?? "it gets no file")
    }

    /// What the findings say to do about what Apple gets; `nil` where it heals by itself.
    private var appleRemedy: String? {
        report.findings.first { $0.code == .appleFailing || $0.code == .appleSeesOther }?.advice
    }

    /// Google gives no file but the apps that it read in it, which tell the revision.
    ///
    /// What is wrong for one app is wrong, though another could not be asked about; all is well only where all was told.
    private var google: JudgedFile? {
        guard let seen = report.observation(of: .statements) else { return nil }
        let file = ObservedFile(.googleDAL, .assetlinks)
        let faults = report.findings.filter { $0.vantage == .googleDAL && $0.severity == .error }
        if let fault = faults.first(where: { $0.code == .googleFailing || $0.code == .googleNotLinked }) {
            var judgement = judge(.assetlinks).judge(.failing(fault.message), staleness: .googleDAL, at: report.time)
            judgement.remedy = fault.advice
            return JudgedFile(file, judgement, seen)
        }
        let listed = GoogleAnswer(seen).map { compare($0, seen) }
        if let listed, listed.verdict != .inSync { return JudgedFile(file, listed, seen) }
        if let silent = report.observations.first(where: { $0.vantage == .googleDAL && $0.silence != nil }) {
            return silent.answer.map { answer in
                JudgedFile(
                    file, judge(.assetlinks).judge(answer, staleness: .googleDAL, at: report.time), silent)
            }
        }
        return listed.map { JudgedFile(file, $0, seen) }
    }

    private func compare(_ answer: GoogleAnswer, _ seen: Observation) -> Judgement {
        let known = (revisions[.assetlinks] ?? []).sorted { $0.number > $1.number }
        let same = known.first { AndroidApps.listed(in: $0.bytes) == answer.apps }
        if let same, same.number == known.first?.number { return Judgement(.inSync, revision: same.number) }
        let left = seen.freshness?.left
        if let bytes = same?.bytes, let digest = same?.digest {
            return judge(.assetlinks).judge(
                .document(bytes, digest), staleness: .googleDAL, freshness: left, at: report.time)
        }
        // What a file includes is not known here.
        let current = known.first?.bytes
        if let current, let file = try? AndroidDocument(current), !file.includes.isEmpty,
            answer.apps.isSuperset(of: AndroidApps.listed(in: current))
        {
            return Judgement(.inSync, revision: known.first?.number)
        }
        let own = AndroidApps.listed(in: current)
        let missing = Set(own.subtracting(answer.apps).map(\.packageName))
        let first = known.last { $0.bytes != nil && $0.number > same?.number ?? 0 }
        let end = left.map { max(report.time + $0, first?.published ?? report.time + $0) }
        var judgement =
            answer.apps.isEmpty
            ? Judgement(.stale, reason: "Google lists no app", replaced: first?.published, healing: end)
            : Judgement(
                .foreign, reason: "Google lists other apps than any revision that was published", healing: end)
        judge(.assetlinks).addWitnesses(to: &judgement, seen: nil, apps: missing)
        return judgement
    }
}
