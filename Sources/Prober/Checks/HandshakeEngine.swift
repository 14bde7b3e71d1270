import Cryptography
import Platform

/// Makes TLS handshakes without a request, many at once on one thread; safe from any thread.
final class HandshakeEngine: Sendable {
    private struct Request: Sendable {
        let address: SocketAddress
        let host: String
        let preface: [UInt8]
        let deadline: MonotonicTime
        let completion: @Sendable (TLSInspection) -> Void
    }

    private final class Job {
        var handshake: TLSHandshake
        let deadline: MonotonicTime
        let completion: @Sendable (TLSInspection) -> Void
        var watched: Epoll.Events?

        init(_ handshake: consuming TLSHandshake, _ request: Request) {
            self.handshake = handshake
            deadline = request.deadline
            completion = request.completion
        }
    }

    private struct Mail {
        var requests: [Request] = []
        var isStopped = false
    }

    private let client: TLSClient
    private let loop: Loop
    private let threads = ThreadGroup()

    /// Starts the thread.
    init(_ client: TLSClient) throws(SystemError) {
        self.client = client
        let loop = try Loop()
        self.loop = loop
        try threads.start(name: "handshakes") { loop.run(client: client) }
    }

    deinit {
        loop.mail.withLock { $0.isStopped = true }
        loop.wake.signal()
        threads.join()
    }

    /// Looks at a server's TLS.
    ///
    /// - Parameters:
    ///   - address: Where to connect; the caller has judged it.
    ///   - host: The name.
    ///   - preface: What is sent before the handshake. None by default.
    ///   - deadline: When it ends at the latest.
    ///   - completion: Is called once, on the thread of handshakes.
    func inspect(
        _ address: SocketAddress, host: String, preface: [UInt8] = [], deadline: MonotonicTime,
        completion: @escaping @Sendable (TLSInspection) -> Void
    ) {
        loop.mail.withLock {
            $0.requests.append(
                Request(address: address, host: host, preface: preface, deadline: deadline, completion: completion))
        }
        loop.wake.signal()
    }

    /// What the thread works on.
    private final class Loop: Sendable {
        let mail = LockedValue(Mail())
        let wake: EventDescriptor
        private let epoll: Epoll

        init() throws(SystemError) {
            wake = try EventDescriptor()
            epoll = try Epoll()
            try epoll.add(wake.rawValue, .readable, token: 0)
        }

        func run(client: TLSClient) {
            var jobs: [UInt64: Job] = [:]
            var last: UInt64 = 0
            var isStopped = false
            while !isStopped {
                let next = jobs.values.map(\.deadline).min() ?? .distantFuture
                for index in 0..<epoll.wait(until: next, now: .now()) {
                    let token = epoll.event(index).token
                    if token == 0 { wake.drain() } else { jobs[token]?.handshake.goOn() }
                }
                let letters = mail.withLock { mail in
                    let letters = mail
                    mail.requests = []
                    return letters
                }
                isStopped = letters.isStopped
                for request in letters.requests {
                    last += 1
                    jobs[last] = Job(
                        client.begin(request.address, host: request.host, preface: request.preface), request)
                }
                for (token, job) in jobs where !goOn(job, token: token, isStopped: isStopped) { jobs[token] = nil }
            }
        }

        /// Watches a handshake for what it waits for.
        ///
        /// - Returns: Whether it goes on.
        private func goOn(_ job: Job, token: UInt64, isStopped: Bool) -> Bool {
            if isStopped || job.deadline <= .now() { job.handshake.expire() }
            if let wish = job.handshake.wish, watch(job, wish, token: token) { return true }
            job.handshake.expire()
            job.completion(job.handshake.inspection)
            return false
        }

        private func watch(_ job: Job, _ wish: TLSHandshake.Wish, token: UInt64) -> Bool {
            let events: Epoll.Events = wish == .writable ? .writable : [.readable, .peerClosed]
            guard job.watched != events else { return true }
            let isFirst = job.watched == nil
            job.watched = events
            do throws(SystemError) {
                if isFirst {
                    try epoll.add(job.handshake.descriptor, events, token: token)
                } else {
                    try epoll.modify(job.handshake.descriptor, events, token: token)
                }
                return true
            } catch {
                return false
            }
        }
    }
}
