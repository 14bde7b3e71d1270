import DeepLinks
import Platform

/// Gives tenants, domains and routes the numbers that request records carry, and tells their names again.
///
/// A number stays its name's as long as the process runs; 0 is none. Safe from any thread; looked up when a table is
/// compiled and when records are read, never in a request.
final class RecordNumbers: Sendable {
    /// All names, each at the place of its number less one.
    struct Lists: Equatable, Sendable {
        var tenants: [String] = []
        var domains: [String] = []
        var routes: [String] = []
    }

    private struct Names {
        var texts: [String] = []
        var numbers: [String: UInt32] = [:]

        init(_ texts: [String] = []) {
            self.texts = texts
            numbers.reserveCapacity(texts.count)
            for (index, text) in texts.enumerated() { numbers[text] = UInt32(index + 1) }
        }

        mutating func number(_ text: String) -> UInt32 {
            if let number = numbers[text] { return number }
            texts.append(text)
            let number = UInt32(texts.count)
            numbers[text] = number
            return number
        }

        func text(_ number: UInt32) -> String? {
            number > 0 && number <= texts.count ? texts[Int(number) - 1] : nil
        }
    }

    private let tenants = LockedValue(Names())
    private let domains = LockedValue(Names())
    private let routes = LockedValue(Names())

    /// All names that have numbers.
    var lists: Lists {
        Lists(
            tenants: tenants.withLock(\.texts), domains: domains.withLock(\.texts), routes: routes.withLock(\.texts))
    }

    /// Goes on with the numbers of an earlier process; to be called before any name has got one.
    func restore(_ lists: Lists) {
        tenants.withLock { $0 = Names(lists.tenants) }
        domains.withLock { $0 = Names(lists.domains) }
        routes.withLock { $0 = Names(lists.routes) }
    }

    func number(tenant name: TenantName) -> UInt32 { tenants.withLock { $0.number(name.text) } }

    func number(domain name: DomainName) -> UInt32 { domains.withLock { $0.number(name.text) } }

    /// Routes of one name share a number, whatever tenant they are of: the record tells the tenant.
    func number(route name: RouteName) -> UInt32 { routes.withLock { $0.number(name.text) } }

    func tenant(_ number: UInt32) -> String? { tenants.withLock { $0.text(number) } }

    func domain(_ number: UInt32) -> String? { domains.withLock { $0.text(number) } }

    func route(_ number: UInt32) -> String? { routes.withLock { $0.text(number) } }
}
