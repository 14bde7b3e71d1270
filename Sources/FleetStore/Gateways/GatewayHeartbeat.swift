import Postgres

/// Keeps a gateway registered, over whatever connection its feed has.
struct GatewayHeartbeat {
    /// The time between two signs of life.
    static let interval: Duration = .seconds(2)

    /// The time between two signs of life when there is news: soon, but not at every change of many.
    private static let newsInterval: Duration = .milliseconds(100)

    /// Where a gateway stands after a sign of life.
    enum Outcome: Equatable {
        /// It is listed.
        case listed
        /// It is not, for a reason in one line for people.
        case unlisted(String)
    }

    let registration: GatewayRegistration
    private var token: UUIDText?
    private var last: ContinuousClock.Instant?
    private var owesNews = false

    init(_ registration: GatewayRegistration) {
        self.registration = registration
    }

    /// Whether it is time for a sign of life; news that comes too soon after the last one is remembered.
    mutating func isDue(hasNews: Bool) -> Bool {
        owesNews = owesNews || hasNews
        return untilNext <= .zero
    }

    /// After which time the next sign of life is due.
    var untilNext: Duration {
        guard let last else { return .zero }
        return (owesNews ? Self.newsInterval : Self.interval) - last.duration(to: .now)
    }

    /// Remembers that a sign of life was given now, with all news.
    mutating func noteBeat() {
        last = .now
        owesNews = false
    }

    /// Says that the gateway is there.
    ///
    /// - Throws: What broke the connection; a refusal is an outcome.
    mutating func beat(over connection: Connection, cursor: Int64) throws(PostgresError) -> Outcome {
        noteBeat()
        do throws(PostgresError) {
            if let token {
                let count = try connection.execute(
                    .beatGateway, [.uuid(token), .int64(cursor)], within: .seconds(5))
                if count == 1 { return .listed }
            }
            token = nil
            guard try connection.queryOne(.takesWrites, within: .seconds(5)) else {
                return .unlisted("the database takes no writes: it is a standby or read-only")
            }
            token = try connection.queryOne(
                .registerGateway,
                [
                    .text(registration.name), .text(registration.version), .text(registration.url?.description),
                    .int64(cursor),
                ],
                within: .seconds(5))
            return .listed
        } catch {
            guard connection.isUsable else { throw error }
            return .unlisted(error.description)
        }
    }

    /// Takes the gateway off the list; should that fail, it is silent there until it is forgotten.
    mutating func end(over connection: Connection) {
        guard let token, connection.isUsable else { return }
        self.token = nil
        _ = try? connection.execute(.removeGateway, [.uuid(token)], within: .seconds(10))
    }
}
