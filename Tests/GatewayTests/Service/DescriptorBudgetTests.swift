import Testing

@testable import Gateway

/// Clients that only hold connections leave descriptors for health checks and the database.
@Suite struct DescriptorBudgetTests {
    struct Share: CustomTestStringConvertible {
        let openFiles: Int
        let connections: Int
        let internalConnections: Int
        var testDescription: String { "\(openFiles) open files" }
    }

    static let shares = [
        Share(openFiles: 0, connections: 4, internalConnections: 4),
        Share(openFiles: 128, connections: 56, internalConnections: 8),
        Share(openFiles: 1024, connections: 840, internalConnections: 64),
        Share(openFiles: 524_288, connections: 20_000, internalConnections: 1000),
    ]

    @Test(arguments: shares)
    func `connections get what others leave`(share: Share) {
        let budget = DescriptorBudget(openFiles: share.openFiles, loops: 4, wanted: 20_000)
        #expect(budget.connections == share.connections)
        #expect(budget.internalConnections == share.internalConnections)
    }
}
