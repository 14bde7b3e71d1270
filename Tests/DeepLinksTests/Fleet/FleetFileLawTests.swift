import DeepLinks
import Testing

/// The laws of the fleet file, on files made at random.
@Suite struct FleetFileLawTests {
    static let seeds = Array(UInt64(1)...60)

    @Test(arguments: seeds) func `what is written reads back, and the canonical form is a fixed point`(_ seed: UInt64)
        throws
    {
        var generator = GeneratedFleetFile(seed: seed)
        let file = try generator.file(isWhole: seed.isMultiple(of: 2))
        let text = file.canonicalText
        let again = try FleetDocument(reading: text).file
        #expect(again == file)
        #expect(again.canonicalText == text)
    }

    @Test(arguments: seeds) func `an export of an applied file restores the fleet exactly`(_ seed: UInt64) throws {
        var generator = GeneratedFleetFile(seed: seed)
        let fleet = try generator.file(isWhole: true).applied(to: Fleet())
        let export = FleetFile(exporting: fleet, includesLinks: true)
        #expect(try export.applied(to: Fleet()) == fleet)
        // Whatever was there before.
        let other = try generator.file(isWhole: true).applied(to: Fleet())
        let restored = try export.applied(to: other, prunes: true)
        #expect(FleetFile(exporting: restored, includesLinks: true).withoutUngivenLinks(of: export) == export)
        #expect(FleetFile(exporting: fleet, includesLinks: true).canonicalText == export.canonicalText)
    }

    @Test(arguments: seeds) func `applying twice is applying once`(_ seed: UInt64) throws {
        var generator = GeneratedFleetFile(seed: seed)
        let before = try generator.file(isWhole: true).applied(to: Fleet())
        let file = try generator.file(isWhole: true)
        let once = try file.applied(to: before)
        #expect(try file.applied(to: once) == once)
    }

    @Test(arguments: seeds) func `a file changes no tenant that it does not name`(_ seed: UInt64) throws {
        var generator = GeneratedFleetFile(seed: seed)
        let before = try generator.file(isWhole: true).applied(to: Fleet())
        let file = try generator.file(isWhole: true)
        let named = Set(file.tenants.map(\.name))
        let after = try file.applied(to: before)
        #expect(after.tenants.filter { !named.contains($0.name) } == before.tenants.filter { !named.contains($0.name) })
    }
}

extension FleetFile {
    /// The file without the links of tenants whose links the other one does not speak of.
    fileprivate func withoutUngivenLinks(of other: FleetFile) -> FleetFile {
        let silent = Set(other.tenants.filter { $0.links == nil }.map(\.name))
        return FleetFile(
            tenants: tenants.map { part in
                var part = part
                if silent.contains(part.name) { part.links = nil }
                return part
            }
        )
    }
}
