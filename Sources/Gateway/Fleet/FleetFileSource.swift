import Association
import DeepLinks
import FleetStore
import Platform
import Telemetry

/// A fleet that comes from a file: read at start, read again when it changes; a bad file changes nothing.
final class FleetFileSource: FleetSource {
    private let path: String
    private let fleet: ServedFleet
    private let fileLinks = FleetLinks()
    private let served: ServedLinks
    private let health: ServiceHealth
    private let log: Log
    /// The stamp of what was last read, good or bad.
    private var stamp: FileStamp?

    var links: any LinkSource { fileLinks }

    /// Names the file; nothing is read yet.
    init(path: String, fleet: ServedFleet, links: ServedLinks, health: ServiceHealth, log: Log) {
        self.path = path
        self.fleet = fleet
        served = links
        self.health = health
        self.log = log
    }

    /// Reads the file and serves it.
    ///
    /// - Throws: ``GatewayError`` when the file is missing or refused; what is served stays as it is.
    func start() throws(GatewayError) {
        stamp = try? FileStamp(path: path)
        let document = try read()
        var tenants: [TenantName: [ServedDomain]] = [:]
        let compiler = TenantCompiler(numbers: fleet.numbers)
        for tenant in document.tenants {
            tenants[tenant.name] = try compiler.compile(tenant) { domain throws(GatewayError) in
                try Self.documents(of: domain, in: tenant)
            }
            for domain in tenant.domains where domain.state == .pending {
                log.warning(
                    "domain is pending and not served: say attested: true",
                    [.tenant: .text(tenant.name), .domain: .text(domain.name)])
            }
        }
        fileLinks.replace(document, fleet.numbers)
        fleet.replaceAll(tenants)
        served.change([.all])
        health.update { state in
            state.hasTable = true
            state.isSourceGood = true
            state.lastRead = .now()
        }
        log.info(
            "fleet loaded",
            [
                .file: .string(path), .tenants: .count(document.tenants.count),
                .domains: .count(tenants.values.reduce(0) { $0 + $1.count }),
            ])
    }

    /// Reads the file again if it was written since.
    func tick() {
        let now = try? FileStamp(path: path)
        guard now != stamp else {
            health.update { state in if state.isSourceGood { state.lastRead = .now() } }
            return
        }
        reload()
    }

    /// Reads the file again; a bad one is reported, and the last good one stays.
    func reload() {
        do throws(GatewayError) {
            try start()
        } catch {
            health.update { $0.isSourceGood = false }
            log.warning("fleet file refused, the last good one stays", [.file: .string(path), .error: .error(error)])
        }
    }

    func stop() {}

    private func read() throws(GatewayError) -> Fleet {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try File.readRegular(path) } catch {
            throw GatewayError(.unreadable, "\(error): name a fleet file that can be read")
        }
        do throws(FleetFileError) {
            return try FleetDocument(reading: bytes).fleet()
        } catch {
            throw GatewayError(.refused, "\(path): \(error)")
        }
    }

    private static func documents(
        of domain: Domain, in tenant: Tenant
    ) throws(GatewayError) -> TenantCompiler.Documents {
        do throws(AssociationError) {
            return TenantCompiler.Documents(
                aasa: try tenant.associationFile(for: domain, kind: .aasa),
                assetlinks: try tenant.associationFile(for: domain, kind: .assetlinks))
        } catch {
            throw GatewayError(.refused, "\(domain.name): \(error)")
        }
    }
}
