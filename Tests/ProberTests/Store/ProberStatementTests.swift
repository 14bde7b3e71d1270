import Foundation
import Postgres
import Testing

@testable import Prober

@Suite struct ProberStatementTests {
    static let all: [StatementDefinition] = [
        Statement.enrolDomains.definition, Statement.finishProbe.definition, Statement.releaseLeases.definition,
        Statement.silenceDomain.definition, Statement.leaseDomains.definition, Statement.holdLease.definition,
        Statement.overdueDomains.definition, Statement.driftStates.definition, Statement.writeDriftState.definition,
        Statement.repeatObservation.definition, Statement.insertObservation.definition,
        Statement.countObservation.definition, Statement.pruneObservations.definition,
        Statement.pruneDays.definition, Statement.publishedRevisions.definition, Statement.androidApps.definition,
        Statement.insertAlert.definition, Statement.joinAlerts.definition, Statement.loneAlerts.definition,
        Statement.leaseMessages.definition, Statement.deliverMessage.definition,
        Statement.returnMessages.definition, Statement.pruneAlerts.definition, Statement.newLease.definition,
        Statement.alertTally.definition, Statement.renewLeases.definition, Statement.liveDomains.definition,
        Statement.lockProberFaults.definition, Statement.writeProberFault.definition,
        Statement.deleteProberFaults.definition, Statement.pruneProberFaults.definition,
        Statement.proberFaults.definition,
        Statement.domainDrifts.definition, Statement.domainHistory.definition,
        Statement.hastenDomains.definition, Statement.verdictTallies.definition, Statement.findingTallies.definition,
        Statement.forgetDriftState.definition, Statement.nodes.definition,
        Statement.gatewayTally.definition, Statement.gatewayReach.definition,
        Statement.holdGatewayReach.definition, Statement.forgetGatewayReach.definition,
        Statement.writeGatewayReach.definition, Statement.probeGaps.definition,
        Statement.forgetDeparted.definition,
        Statement.keptFindings.definition,
        Statement.domainFindings.definition, Statement.writeFinding.definition, Statement.forgetFinding.definition,
        Statement.heldCertificates.definition, Statement.forgetDepartedFindings.definition,
        Statement.forgetDepartedReach.definition, Statement.knownName.definition,
    ]

    @Test func `every statement prepares, and its types are those of the server`() throws {
        let connection = try ProbeStoreFixture().connect()
        for statement in Self.all {
            let found = try connection.describe(statement)
            #expect(found.parameters == statement.parameters, "\(statement.name)")
            #expect(found.columns == statement.columns, "\(statement.name)")
        }
    }

    @Test func `every statement of the module is in the list, each under a name of its own`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Prober/Store")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            count += text.components(separatedBy: " = Statement(").count - 1
        }
        #expect(count == Self.all.count)
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }
}
