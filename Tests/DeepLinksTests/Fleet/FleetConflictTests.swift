import DeepLinks
import Testing

/// What two tenants cannot both have.
@Suite struct FleetConflictTests {
    private func error(_ tenants: String...) -> String? {
        let list = tenants.map { "{ \($0), web: 'https://www.shop.example/' }" }.joined(separator: ",\n")
        do throws(FleetFileError) {
            _ = try FleetDocument(reading: Array("{ version: 1, tenants: [\n\(list)] }".utf8)).fleet()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a host belongs to one tenant`() {
        #expect(
            error(
                "name: 'a', domains: [{ host: 'go.x.example', attested: true }]",
                "name: 'b', domains: [{ host: 'GO.x.example.', attested: true }]"
            )
                == #"line 3, column 24, at $.tenants[1].domains[0]: "go.x.example": the domain belongs to the tenant a"#
        )
    }

    @Test func `a wildcard claims its parent and every name below`() {
        for host in ["x.example", "y.x.example", "z.y.x.example", "*.y.x.example"] {
            #expect(
                error(
                    "name: 'a', domains: [{ host: '*.x.example', attested: true }]",
                    "name: 'b', domains: [{ host: '\(host)', attested: true }]"
                )
                    == #"line 3, column 24, at $.tenants[1].domains[0]: "\#(host)": *.x.example of the tenant a and this "#
                    + "name claim each other"
            )
        }
    }

    @Test func `a name below another tenant's live one is its owner's alone (case 95)`() {
        for host in ["x.go.x.example", "z.y.go.x.example"] {
            #expect(
                error(
                    "name: 'a', domains: [{ host: 'go.x.example', attested: true }]",
                    "name: 'b', domains: [{ host: '\(host)', attested: true }]"
                )
                    == #"line 3, column 24, at $.tenants[1].domains[0]: "\#(host)": go.x.example of the tenant a and "#
                    + "this name claim each other"
            )
        }
    }

    @Test func `a later wildcard cannot take an earlier name`() {
        #expect(
            error(
                "name: 'a', domains: [{ host: 'y.x.example', attested: true }]",
                "name: 'b', domains: [{ host: '*.x.example', attested: true }]"
            )
                == #"line 3, column 24, at $.tenants[1].domains[0]: "*.x.example": y.x.example of the tenant a and this "#
                + "name claim each other"
        )
    }

    @Test func `a tenant's own names do not conflict and a pending name reserves nothing`() {
        #expect(
            error(
                """
                name: 'a', domains: [{ host: '*.x.example', attested: true }, { host: 'y.x.example', attested: true },
                { host: 'go.z.example' }]
                """,
                "name: 'b', domains: [{ host: 'go.z.example', attested: true }, { host: 'y.x.example' }]"
            ) == nil
        )
    }
}
