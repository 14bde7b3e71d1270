package import Platform

/// Looks names up in DNS, and nowhere else, on one thread of its own; safe from any thread.
///
/// What `getaddrinfo` would add is left out: no hosts file, no search list (a name is asked for as it stands), no
/// multicast DNS, no aliases from the environment, no sorting by reachability. Names that are reserved not to exist are
/// not asked for; see ``QueryName/isReserved``. Questions go out by UDP, and again by TCP when an answer is cut short
/// (RFC 7766 section 5). Nothing is cached.
package final class NameResolver: Sendable {
    private let mailbox: ResolverMailbox
    private let threads = ThreadGroup()

    /// Starts the thread.
    ///
    /// - Parameter configuration: Whom to ask; by default the system's servers.
    /// - Throws: ``SystemError`` when no descriptor or thread is left.
    package init(_ configuration: ResolverConfiguration = ResolverConfiguration()) throws(SystemError) {
        let mailbox = try ResolverMailbox(limit: configuration.waitingLimit)
        self.mailbox = mailbox
        try threads.start(name: "resolver") { ResolverLoop(configuration, mailbox: mailbox).run() }
    }

    deinit {
        mailbox.stop()
        threads.join()
    }

    /// Ends the thread; look-ups under way and later ones fail as ``ResolutionError/unavailable``.
    ///
    /// Not to be called from a completion.
    package func stop() {
        mailbox.stop()
        threads.join()
    }

    /// Looks up the addresses of a name, IPv4 and IPv6 at the same time.
    ///
    /// - Parameters:
    ///   - name: See ``QueryName``.
    ///   - deadline: When the look-up ends at the latest.
    ///   - completion: Is called once, on the resolver's thread, or on the calling one when the look-up cannot begin; it
    ///     must be short and must not block.
    package func resolve(
        _ name: String, deadline: MonotonicTime,
        completion: @escaping @Sendable (Result<Resolution, ResolutionError>) -> Void
    ) {
        post(name, deadline, .addresses(completion))
    }

    /// Looks up the addresses of a name and waits for them.
    ///
    /// - Parameters:
    ///   - name: See ``QueryName``.
    ///   - deadline: When the look-up ends at the latest.
    /// - Returns: One address or more.
    /// - Throws: ``ResolutionError``.
    package func resolve(_ name: String, deadline: MonotonicTime) throws(ResolutionError) -> Resolution {
        let handover = Handover<Result<Resolution, ResolutionError>>()
        resolve(name, deadline: deadline) { handover.give($0) }
        return try handover.take().get()
    }

    /// Looks up the `TXT` records of a name.
    ///
    /// - Parameters:
    ///   - name: See ``QueryName``.
    ///   - deadline: When the look-up ends at the latest.
    ///   - completion: As that of ``resolve(_:deadline:completion:)``.
    package func texts(
        _ name: String, deadline: MonotonicTime,
        completion: @escaping @Sendable (Result<TextResolution, ResolutionError>) -> Void
    ) {
        post(name, deadline, .texts(completion))
    }

    /// Looks up the `TXT` records of a name and waits for them.
    ///
    /// - Parameters:
    ///   - name: See ``QueryName``.
    ///   - deadline: When the look-up ends at the latest.
    /// - Returns: One text or more.
    /// - Throws: ``ResolutionError``.
    package func texts(_ name: String, deadline: MonotonicTime) throws(ResolutionError) -> TextResolution {
        let handover = Handover<Result<TextResolution, ResolutionError>>()
        texts(name, deadline: deadline) { handover.give($0) }
        return try handover.take().get()
    }

    private func post(_ name: String, _ deadline: MonotonicTime, _ kind: Request.Kind) {
        do throws(ResolutionError) {
            let checked = try QueryName(name)
            let request = Request(name: checked, deadline: deadline, begin: .now(), kind: kind)
            if checked.isReserved { request.fail(.noSuchName) } else { try mailbox.post(request) }
        } catch {
            switch kind {
            case .addresses(let completion): completion(.failure(error))
            case .texts(let completion): completion(.failure(error))
            }
        }
    }
}
