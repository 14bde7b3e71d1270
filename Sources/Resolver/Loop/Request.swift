import Platform

/// A look-up as it was asked for.
struct Request: Sendable {
    /// What is wanted, and who is told.
    enum Kind: Sendable {
        case addresses(@Sendable (Result<Resolution, ResolutionError>) -> Void)
        case texts(@Sendable (Result<TextResolution, ResolutionError>) -> Void)
    }

    let name: QueryName
    let deadline: MonotonicTime
    let begin: MonotonicTime
    let kind: Kind

    var types: [RecordType] {
        switch kind {
        case .addresses: [.a, .aaaa]
        case .texts: [.txt]
        }
    }

    /// Tells that nothing was found.
    func fail(_ error: ResolutionError) {
        switch kind {
        case .addresses(let completion): completion(.failure(error))
        case .texts(let completion): completion(.failure(error))
        }
    }

    /// Tells what was found.
    ///
    /// - Parameter answers: One for each of ``types``.
    func complete(_ answers: [Result<Answer, ResolutionError>]) {
        let elapsed = MonotonicTime.now() - begin
        switch kind {
        case .addresses(let completion):
            completion(Self.joined(answers, elapsed: elapsed))
        case .texts(let completion):
            completion(
                (answers.first ?? .failure(.unavailable)).map {
                    TextResolution(
                        texts: $0.texts, chain: $0.chain, timeToLive: .seconds(Int64($0.timeToLive)), elapsed: elapsed)
                })
        }
    }

    /// Joins the answers of both families.
    ///
    /// Addresses of one family are an answer whatever the other came to. Without any, a failure to learn one outweighs
    /// the word that there is none, and a name that does not exist has no other kind of records either (RFC 8020).
    static func joined(
        _ answers: [Result<Answer, ResolutionError>], elapsed: Duration
    ) -> Result<Resolution, ResolutionError> {
        var found: [Answer] = []
        var errors: [ResolutionError] = []
        for answer in answers {
            switch answer {
            case .success(let answer): found.append(answer)
            case .failure(let error): errors.append(error)
            }
        }
        let failure = errors.first { $0 != .noRecords && $0 != .noSuchName }
        guard let first = found.first else {
            return .failure(errors.contains(.noSuchName) ? .noSuchName : failure ?? .noRecords)
        }
        return .success(
            Resolution(
                addresses: found.flatMap(\.addresses),
                chain: first.chain,
                timeToLive: .seconds(Int64(found.map(\.timeToLive).min() ?? 0)),
                incomplete: failure,
                elapsed: elapsed))
    }
}
