package import JSONText

/// Why a fleet file was refused: one or more places, each with position, path, value and rule.
package struct FleetFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The refusals, in the order of the file; not empty.
    package let refusals: [JSONError]

    /// Makes the error.
    package init(_ refusals: [JSONError]) {
        self.refusals = refusals.sorted { $0.position.offset < $1.position.offset }
    }

    /// A line for each refusal: `line 3, column 14, at $.tenants[0].name: "Shop": a tenant's name is …`.
    package var description: String {
        refusals.map(\.description).joined(separator: "\n")
    }
}
