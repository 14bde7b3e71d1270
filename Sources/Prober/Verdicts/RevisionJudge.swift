package import Association
import Cryptography
import DeepLinks
package import Platform

/// Compares what is seen with what a domain has published, as decisions over ordinary URLs and not as bytes.
package struct RevisionJudge: Sendable {
    /// Where a copy may lag behind, and how long.
    package enum Staleness: Sendable {
        /// Nowhere: what is asked is the source itself.
        case none
        /// Apple's network asks again within a day (Apple, "Supporting associated domains").
        case appleCDN
        /// Google says for how long its answer holds.
        case googleDAL
    }

    private let kind: AssociationKind
    private let host: String
    private let revisions: [PublishedRevision]
    private let witnessLimit: Int

    /// Takes the revisions of a domain and kind.
    ///
    /// - Parameters:
    ///   - kind: The kind of the file.
    ///   - host: The host of the URLs that are shown.
    ///   - revisions: Any number, in any order; more than about twenty cost time where a file is foreign.
    ///   - witnessLimit: How many URLs are kept. Default 5.
    package init(_ kind: AssociationKind, host: String, revisions: [PublishedRevision], witnessLimit: Int = 5) {
        self.kind = kind
        self.host = host
        self.revisions = revisions.sorted { $0.number > $1.number }
        self.witnessLimit = witnessLimit
    }

    /// The newest revision; `nil` before the first.
    package var current: PublishedRevision? { revisions.first }

    /// Judges what was seen.
    ///
    /// - Parameters:
    ///   - sighting: What was seen.
    ///   - staleness: How the vantage may lag behind.
    ///   - freshness: How long the copy still holds, where a cache told; negative where its time is over.
    ///   - time: When it was seen.
    /// - Returns: The judgement.
    package func judge(
        _ sighting: Sighting, staleness: Staleness = .none, freshness: Duration? = nil, at time: UnixTime
    ) -> Judgement {
        var judgement: Judgement
        switch sighting {
        case .document(let bytes, let digest): judgement = judge(bytes, digest)
        case .missing(let reason): judgement = judge(missing: reason)
        case .failing(let reason): judgement = lacking(.failing, reason)
        // That a service for all domains cannot be asked breaks nothing.
        case .unreachable(let reason) where staleness != .none: judgement = Judgement(.unreachable, reason: reason)
        case .unreachable(let reason): judgement = lacking(.unreachable, reason)
        case .blocked(let reason): judgement = lacking(.blocked, reason)
        case .filtered(let reason, let file): judgement = lacking(.filtered, reason, seen: file)
        case .notAsked(let reason), .proberFault(let reason): judgement = Judgement(.proberBroken, reason: reason)
        }
        judgement.healing = healing(of: judgement, staleness, freshness, time)
        return judgement
    }

    // MARK: -

    /// By bytes first, which costs nothing; then by what the files decide.
    private func judge(_ bytes: [UInt8], _ digest: SHA256Digest) -> Judgement {
        if let same = revisions.first(where: { $0.digest == digest }) { return judge(revision: same, seen: bytes) }
        if let fault = fault(in: bytes) {
            var judgement = lacking(.invalid, fault)
            judgement.remedy =
                AssociationLint.findings(bytes, kind: kind).first { $0.severity == .error }?.advice ?? ""
            return judgement
        }
        var compared: Set<SHA256Digest> = []
        for revision in revisions {
            guard let own = revision.bytes, let digest = revision.digest, compared.insert(digest).inserted else {
                continue
            }
            if compare(bytes, own).isEqual { return judge(revision: revision, seen: bytes) }
        }
        var judgement = Judgement(.foreign, reason: "the file decides otherwise than any revision that was published")
        addWitnesses(to: &judgement, seen: bytes)
        return judgement
    }

    private func judge(revision: PublishedRevision, seen bytes: [UInt8]) -> Judgement {
        guard let current, revision.number != current.number, revision.digest != current.digest else {
            return Judgement(.inSync, revision: current?.number)
        }
        // Other bytes may decide the same: a new compiler, another order of members.
        if let own = current.bytes, let seen = revision.bytes, compare(seen, own).isEqual {
            return Judgement(.inSync, revision: current.number)
        }
        let next = revisions.last { $0.number > revision.number }
        var judgement = Judgement(
            .stale, reason: "it is revision \(revision.number) of \(current.number)", revision: revision.number,
            replaced: next?.published)
        addWitnesses(to: &judgement, seen: bytes)
        return judgement
    }

    /// What the current revision opens is lost for whoever asks anew, but for what a file that is there opens.
    private func lacking(_ verdict: Verdict, _ reason: String, seen bytes: [UInt8]? = nil) -> Judgement {
        var judgement = Judgement(verdict, reason: reason)
        addWitnesses(to: &judgement, seen: bytes)
        return judgement
    }

    private func judge(missing reason: String) -> Judgement {
        guard let current, current.bytes != nil else { return Judgement(.inSync, revision: current?.number) }
        var judgement = lacking(.failing, reason)
        if let empty = revisions.first(where: { $0.bytes == nil }) {
            judgement.revision = empty.number
            judgement.replaced = revisions.last { $0.number > empty.number }?.published
        }
        return judgement
    }

    private func fault(in bytes: [UInt8]) -> String? {
        guard bytes.count <= kind.byteLimit else { return "it is longer than \(kind.byteLimit) bytes" }
        do throws(AssociationReadingError) {
            switch kind {
            case .aasa: _ = try AppleDocument(bytes)
            case .assetlinks: _ = try AndroidDocument(bytes)
            }
            return nil
        } catch {
            return error.description
        }
    }

    private func compare(_ seen: [UInt8]?, _ own: [UInt8]?, apps: Set<String>? = nil) -> AssociationComparison {
        switch kind {
        case .aasa:
            AssociationComparison(
                old: seen.flatMap { try? AppleDocument($0) }, new: own.flatMap { try? AppleDocument($0) }, host: host,
                apps: apps)
        case .assetlinks:
            AssociationComparison(
                old: seen.flatMap { try? AndroidDocument($0) }, new: own.flatMap { try? AndroidDocument($0) },
                host: host, packages: apps)
        }
    }

    /// Adds what is different for people.
    ///
    /// - Parameters:
    ///   - judgement: Takes the URLs.
    ///   - bytes: The file that counts instead of the current revision; `nil` for none.
    ///   - apps: For which apps it counts. By default all.
    func addWitnesses(to judgement: inout Judgement, seen bytes: [UInt8]?, apps: Set<String>? = nil) {
        let comparison = compare(bytes, current?.bytes, apps: apps)
        judgement.witnesses = comparison.differences.prefix(witnessLimit).map { difference in
            Judgement.Witness(
                app: difference.app.description, url: difference.url.description,
                opensNow: difference.old.outcome == .open)
        }
        judgement.furtherWitnesses =
            comparison.differences.count - judgement.witnesses.count + comparison.furtherDifferences
    }

    private func healing(
        of judgement: Judgement, _ staleness: Staleness, _ freshness: Duration?, _ time: UnixTime
    ) -> UnixTime? {
        // A failure, or somebody else's file, is cached too, and asked about again when its time is over.
        switch judgement.verdict {
        case .stale: break
        case .failing, .foreign, .invalid: guard freshness != nil else { return nil }
        default: return nil
        }
        // A copy cannot be late for what was not published yet when its time was over.
        let successor = judgement.replaced ?? revisions.last { $0.bytes != nil }?.published
        let end = freshness.map { left in max(time + left, successor ?? time + left) }
        switch staleness {
        case .none: return nil
        case .appleCDN: return end ?? judgement.replaced.map { $0 + .seconds(24 * 3600) }
        case .googleDAL: return end
        }
    }
}
