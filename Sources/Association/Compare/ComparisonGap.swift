/// Why a comparison did not search everything.
package enum ComparisonGap: String, Sendable, CaseIterable {
    /// A limit was hit.
    case limits
    /// Some rules ask for the whole query and some for its items.
    case queryForms = "query-forms"
    /// Some rules meet URLs as they are written and some decoded.
    case encodings
    /// A pattern of an item has a semicolon, which parts items where there is no ampersand.
    case semicolons
    /// A decoded character has two halves on Android, and a pattern might part them.
    case halves
}
