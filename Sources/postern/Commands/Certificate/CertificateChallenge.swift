import CommandLine
import DeepLinks
import FleetStore

/// `postern certificate challenge`: what gateways answer to an authority that asks whether a name is ours.
struct CertificateChallenge: FleetWrite {
    private enum Action: String, CaseIterable {
        case add
        case remove
    }

    private static let action = Positional("ACTION", "add or remove")
    private static let host = Positional("HOST", "the name that is to have a certificate")
    private static let token = Positional("TOKEN", "what the authority asks for: \(ACMEChallenge.tokenRule)")
    private static let answer = Positional(
        "ANSWER", "with add, the key authorization: \(ACMEChallenge.answerRule)", .optional)

    static let spec = CommandSpec(
        "certificate challenge",
        "Has every gateway answer an authority's challenge, as ACME clients' hooks ask.",
        discussion: [
            "All gateways answer it at /.well-known/acme-challenge/TOKEN of the host, over HTTP and over TLS, for a day at"
                + " most (RFC 8555 section 8.3). With --wait the command ends when all of them do."
        ],
        positionals: [action, host, token, answer], options: [.database],
        examples: [
            .init(
                "before the authority asks",
                "postern certificate challenge add go.acme.example TOKEN TOKEN.THUMB --wait"),
            .init("afterwards", "postern certificate challenge remove go.acme.example TOKEN"),
        ])

    private let host: HostName
    private let token: String
    private let challenge: ACMEChallenge?
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        guard let action = Action(rawValue: try arguments.word(Self.action)) else {
            throw arguments.combination("ACTION is add or remove")
        }
        let host = try parse(Self.host.name, try arguments.word(Self.host)) { text throws(RuleViolation) in
            try HostName(text, isAttested: true)
        }
        let token = try arguments.word(Self.token)
        let answer = arguments.text(Self.answer)
        guard (action == .add) == (answer != nil) else {
            throw arguments.combination("ANSWER goes with add")
        }
        // Nothing is said of what was given: it is as good as a secret until the authority has asked.
        guard ACMEChallenge.isToken(token) else {
            throw CommandFailure(.refused, "TOKEN: \(ACMEChallenge.tokenRule)")
        }
        var challenge: ACMEChallenge?
        if let answer {
            guard let made = ACMEChallenge(host: host, token: token, answer: answer) else {
                throw CommandFailure(.refused, "ANSWER: \(ACMEChallenge.answerRule)")
            }
            challenge = made
        }
        self.host = host
        self.token = token
        self.challenge = challenge
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        if let challenge {
            try store.add(challenge)
            console.note("the challenge of \(host) is answered")
        } else {
            try store.removeChallenge(of: host, token: token)
            console.note("the challenge of \(host) is answered no more")
        }
        return .done
    }
}
