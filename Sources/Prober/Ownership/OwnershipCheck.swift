import DeepLinks
package import FleetStore
import Platform
package import Resolver

/// What proves that tenants control names; safe from any thread.
package protocol OwnershipChecking: Sendable {
    /// Looks whether a proof is there.
    ///
    /// - Parameters:
    ///   - proof: What has to be shown.
    ///   - completion: Is called once, on any thread; it must be short.
    func check(_ proof: DomainProof, completion: @escaping @Sendable (OwnershipFinding) -> Void)
}

/// What was seen of a proof.
package enum OwnershipFinding: Equatable, Sendable {
    /// It is there.
    case proved(ProofMethod)
    /// It is not; one line for people.
    case missing(String)
}

/// Looks for the TXT record of a name, then for the file on its own web server.
///
/// The file is fetched by https from an address that the policy allows, without following a redirect. The gateway itself
/// never serves it: a name that only points here proves nothing (case 95).
package final class OwnershipCheck: OwnershipChecking {
    private let configuration: DomainChecks.Configuration
    private let engine: TransferEngine
    private let resolver: NameResolver

    /// The most bytes of a file that are read.
    package static let longestFile = 4096

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - configuration: Which addresses may be connected to, the port of origins and the time for each step.
    ///   - engine: Makes the transfers.
    ///   - resolver: Asks for records.
    package init(
        _ configuration: DomainChecks.Configuration = DomainChecks.Configuration(), engine: TransferEngine,
        resolver: NameResolver
    ) {
        self.configuration = configuration
        self.engine = engine
        self.resolver = resolver
    }

    /// Looks whether a proof is there.
    package func check(_ proof: DomainProof, completion: @escaping @Sendable (OwnershipFinding) -> Void) {
        resolver.texts(proof.recordName, deadline: .now() + configuration.timeout) { answer in
            let problem: String
            switch answer {
            case .success(let found) where found.texts.contains(proof.recordText):
                return completion(.proved(.dns))
            case .success: problem = "\(proof.recordName) has no TXT record with this text"
            case .failure(let error): problem = "\(proof.recordName): \(error)"
            }
            guard let path = proof.filePath else { return completion(.missing(problem)) }
            self.fetch(proof, path) { file in
                completion(file.map { .missing("\(problem); \($0)") } ?? .proved(.file))
            }
        }
    }

    /// Looks whether a proof is there, and waits for the answer.
    package func check(_ proof: DomainProof) -> OwnershipFinding {
        let handover = Handover<OwnershipFinding>()
        check(proof) { handover.give($0) }
        return handover.take()
    }

    /// Fetches the file; the completion gets what is wrong, or `nil` when it proves.
    private func fetch(
        _ proof: DomainProof, _ path: String, completion: @escaping @Sendable (String?) -> Void
    ) {
        let url = TransferURL(host: proof.domain.base.text, port: configuration.originPort, target: path)
        let request = TransferRequest(
            url, service: .origin, userAgent: "Postern/1 (+domain verification)", policy: configuration.policy,
            bodyLimit: Self.longestFile, timeout: configuration.timeout)
        engine.fetch(request) { record in
            guard record.outcome.status == 200 else {
                return completion("\(url): \(record.outcome.label)")
            }
            let lines = String(decoding: record.body, as: UTF8.self).split(whereSeparator: \.isNewline)
            let isThere = lines.contains { $0.trimmed == proof.recordText[...] }
            completion(isThere ? nil : "\(url) has no line with this text")
        }
    }
}

extension Substring {
    /// The text without white space at both ends.
    fileprivate var trimmed: Substring {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
