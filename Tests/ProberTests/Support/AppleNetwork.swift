import Platform
import TestSupport

/// A stand-in for Apple's network: it caches what the host gave when it was first asked for, by host and query, and keeps
/// failures as Apple's does.
final class AppleNetwork: Sendable {
    /// What the network gets when it asks a host.
    enum Fetch: Sendable {
        case file(String)
        case failure(reason: String, details: String?, triesDirect: Bool)
    }

    private struct Entry {
        var fetch: Fetch
        var age: Int
    }

    private let cache: LockedValue<[String: Entry]>
    private let current: LockedValue<Fetch>
    let server: ScriptedServer

    init(_ fetch: Fetch) throws {
        let cache = LockedValue<[String: Entry]>([:])
        let current = LockedValue(fetch)
        (self.cache, self.current) = (cache, current)
        server = try ScriptedServer { request in
            guard request.path.hasPrefix("/a/v1/") else { return .answer(status: 400) }
            let now = current.withLock { $0 }
            let entry = cache.withLock { cache in
                let entry = cache[request.target] ?? Entry(fetch: now, age: 0)
                cache[request.target] = entry
                return entry
            }
            return Self.answer(entry, to: request)
        }
    }

    /// Changes what the host gives from now on; what is cached stays.
    func change(to fetch: Fetch) {
        current.withLock { $0 = fetch }
    }

    /// Makes everything cached older by so many seconds.
    func age(by seconds: Int) {
        cache.withLock { cache in
            for key in cache.keys { cache[key]?.age += seconds }
        }
    }

    private static func answer(_ entry: Entry, to request: ScriptedRequest) -> [ScriptedStep] {
        let shared = [("Age", "\(entry.age)"), ("Via", "http/1.1 edge.test (acdn/1)"), ("X-Cache", "hit-fresh")]
        switch entry.fetch {
        case .file(let text):
            let fields = [
                ("Content-Type", "application/json"), ("Cache-Control", "max-age=21600,public"),
                ("Apple-Origin-Format", "json"),
            ]
            return .answer(fields: fields + shared, text: text)
        case .failure(let reason, let details, let triesDirect):
            var fields = [
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "max-age=3600,public"),
                ("Apple-Failure-Reason", reason), ("Apple-Try-Direct", "\(triesDirect)"),
            ]
            if let details { fields.append(("Apple-Failure-Details", details)) }
            return .answer(status: 404, fields: fields + shared, text: "Not Found\n")
        }
    }
}
