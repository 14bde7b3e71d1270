import JSONText

/// Where in a tenant's settings a value stands: `routes["product"].opens[1]`.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    /// One step into the settings.
    package enum Step: Hashable, Sendable {
        /// A setting by its name in the fleet file.
        case field(String)
        /// An element of a list by its name, host or URL.
        case element(String)
        /// An element of a list by its place, counted from 0.
        case index(Int)
    }

    /// The steps, outermost first; none is the tenant itself.
    package let steps: [Step]

    /// Makes a path.
    package init(_ steps: Step...) {
        self.steps = steps
    }

    /// Makes a path.
    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The path of a setting below.
    package func field(_ name: String) -> FieldPath { FieldPath(steps + [.field(name)]) }

    /// The path of a named element below.
    package func element(_ name: String) -> FieldPath { FieldPath(steps + [.element(name)]) }

    /// The path of the element at a place below.
    package func index(_ index: Int) -> FieldPath { FieldPath(steps + [.index(index)]) }

    /// The path as text; empty for the tenant itself.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .field(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let name): text += "[\(name.quotedForMessage)]"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
