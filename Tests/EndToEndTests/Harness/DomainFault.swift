import TestSupport
import Testing

/// What is wrong with a domain, what `doctor` says of it, and what `probe` and `drift` make of it.
struct DomainFault: Sendable, CustomTestStringConvertible {
    /// What the domain's own server does.
    enum Origin: Sendable {
        /// It ends TLS and answers requests.
        case answering(@Sendable (ScriptedRequest, PublishedFiles) -> [ScriptedStep])
        /// Nobody listens.
        case closed
        /// It takes connections and says nothing.
        case silent
    }

    /// The files that the domain has published.
    struct PublishedFiles: Sendable {
        let aasa: String
        /// The revision before.
        let older: String
        let assetlinks: String
        /// A URL that nobody may connect to.
        let forbidden: String
    }

    /// A server at 127.0.0.2, another address of the domain.
    struct Second: Sendable {
        var certificate = TestCertificateKind.good
        var answer: @Sendable (ScriptedRequest, PublishedFiles) -> [ScriptedStep] = { DomainFaultTests.well($0, $1) }
    }

    /// What `drift` tells of a file, or of what is wrong beside.
    struct Drift: Sendable {
        /// Vantage, kind and verdict, or vantage, severity and code, as the first line has them.
        let standing: String
        /// What follows a `do` or a `heals`.
        let advice: String
    }

    /// A short name.
    let name: String
    /// What `doctor` says: the code of a finding, or the end of the report where all is well.
    let finding: String
    /// What to do about it.
    let advice: String
    /// The exit code of `doctor`.
    let exitCode: Int32
    /// `nil` where nothing drifts.
    let drift: Drift?
    /// What `drift` tells of a file that could not be asked for: vantage, kind and verdict, as the first line has them; then
    /// `probe --once` exits 69.
    var unknown: String?

    var certificate = TestCertificateKind.good
    var certificateName = DomainFaultTests.host
    var maximum = TLSFront.Version.tls13
    var records = [TestRecord.a("127.0.0.1")]
    var origin = Origin.answering { DomainFaultTests.well($0, $1) }
    var apple: @Sendable (ScriptedRequest, PublishedFiles) -> [ScriptedStep] = { DomainFaultTests.held($1.aasa) }
    var google = DomainFaultTests.listed
    var googleStatus = 200
    /// What the name server answers for the host; `nil` for its records.
    var lookUp: TestReply?
    /// Whether the name server refuses to answer.
    var hasNoNames = false
    var second: Second?
    /// Whether the database holds a certificate for the domain that is not the server's.
    var hasOtherCertificate = false
    /// The time for a transfer; only where it has to pass is it short.
    var timeout = "30s"

    init(
        _ name: String, _ finding: String, _ advice: String, exits exitCode: Int32, drift: Drift?,
        change: (inout DomainFault) -> Void
    ) {
        self.name = name
        self.finding = finding
        self.advice = advice
        self.exitCode = exitCode
        self.drift = drift
        change(&self)
    }

    /// A fault for which every file is out of reach.
    static func unreachable(
        _ name: String, _ finding: String, _ advice: String, exits exitCode: Int32,
        change: (inout DomainFault) -> Void
    ) -> DomainFault {
        DomainFault(
            name, finding, advice, exits: exitCode,
            drift: .init(standing: "origin  aasa  unreachable", advice: "do        \(advice)"), change: change)
    }

    /// Somebody who cannot be asked, which is nobody's drift.
    static func unasked(
        _ name: String, _ finding: String, _ advice: String, _ standing: String,
        change: (inout DomainFault) -> Void
    ) -> DomainFault {
        DomainFault(name, finding, advice, exits: 69, drift: nil) {
            $0.unknown = standing
            change(&$0)
        }
    }

    /// A fault of the answer to Apple's fetcher.
    static func answer(
        _ name: String, _ finding: String, _ advice: String, verdict: String = "failing", exits exitCode: Int32 = 2,
        _ steps: @escaping @Sendable (ScriptedRequest, PublishedFiles) -> [ScriptedStep]
    ) -> DomainFault {
        DomainFault(
            name, finding, advice, exits: exitCode,
            drift: .init(standing: "origin  aasa  \(verdict)", advice: "do        \(advice)")
        ) {
            $0.origin = .answering { request, files in
                request.path.hasSuffix("site-association")
                    ? steps(request, files) : DomainFaultTests.well(request, files)
            }
        }
    }

    var testDescription: String { name }
}
