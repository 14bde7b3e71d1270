import Foundation
import Postgres
import Testing

@testable import FleetStore

@Suite struct StatementTests {
    static let all: [StatementDefinition] = [
        Statement.tenants.definition, Statement.tenantIDs.definition, Statement.lockTenants.definition,
        Statement.insertTenant.definition, Statement.updateTenant.definition, Statement.publishTenant.definition,
        Statement.removeTenant.definition, Statement.owners.definition, Statement.apps.definition,
        Statement.deleteApps.definition, Statement.writeApps.definition, Statement.domains.definition,
        Statement.heldNames.definition, Statement.proofs.definition, Statement.takeProofs.definition,
        Statement.noteProof.definition, Statement.endHolds.definition, Statement.holders.definition,
        Statement.releasedNames.definition, Statement.releaseDomains.definition,
        Statement.writeDomains.definition,
        Statement.foldSlugs.definition, Statement.routes.definition, Statement.routeDomains.definition,
        Statement.routeApps.definition, Statement.deleteRoutes.definition, Statement.writeRoutes.definition,
        Statement.deleteRouteDomains.definition, Statement.insertRouteDomains.definition,
        Statement.deleteRouteApps.definition, Statement.insertRouteApps.definition,
        Statement.routesWithLinks.definition, Statement.currentRevisions.definition,
        Statement.revisionHistory.definition, Statement.documents.definition, Statement.insertDocuments.definition,
        Statement.insertRevisions.definition, Statement.auditEvents.definition,
        Statement.insertAuditEvent.definition, Statement.findLinks.definition, Statement.linkPage.definition,
        Statement.linksLeadingTo.definition, Statement.linksByKey.definition, Statement.linkCount.definition,
        Statement.insertLinks.definition,
        Statement.writeLinks.definition, Statement.deleteLinks.definition, Statement.deleteOtherLinks.definition,
        Statement.feedPosition.definition, Statement.changesAfter.definition, Statement.linkChangesAfter.definition,
        Statement.tenantVersions.definition,
        Statement.pruneChanges.definition, Statement.hasMigrations.definition,
        Statement.tryMigrationLock.definition, Statement.releaseMigrationLock.definition,
        Statement.holdsMigrationLock.definition, Statement.pause.definition, Statement.insertMigration.definition,
        Statement.appliedMigrations.definition, Statement.takesWrites.definition,
        Statement.registerGateway.definition, Statement.beatGateway.definition, Statement.removeGateway.definition,
        Statement.gateways.definition, Statement.forgetGateways.definition, Statement.uploads.definition,
        Statement.deleteUploads.definition,
        Statement.writeUploads.definition, Statement.certificates.definition,
        Statement.certificateVersions.definition, Statement.challenges.definition,
        Statement.replaceCertificates.definition, Statement.deleteCertificates.definition,
        Statement.liveNames.definition, Statement.writeCertificate.definition, Statement.writeChallenge.definition,
        Statement.forgetChallenges.definition, Statement.deleteChallenge.definition,
        Statement.becomeOwner.definition, Statement.loginFacts.definition, Statement.hasGrants.definition,
        Statement.keepsStrangersOut.definition, Statement.quotedName.definition, Statement.sessionTenant.definition,
        Statement.insertLogin.definition, Statement.deleteLogin.definition, Statement.hastenProof.definition,
    ]

    @Test func `every statement prepares, and its types are those of the server`() throws {
        let connection = try StoreFixture().connect()
        for statement in Self.all {
            let found = try connection.describe(statement)
            #expect(found.parameters == statement.parameters, "\(statement.name)")
            #expect(found.columns == statement.columns, "\(statement.name)")
        }
    }

    @Test func `every statement of the module is in the list, each under a name of its own`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/FleetStore/Statements")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            count += text.components(separatedBy: " = Statement(").count - 1
        }
        #expect(count == Self.all.count)
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }
}
