/// A piece of a template.
package enum TemplatePiece: Hashable, Sendable {
    /// This text, byte for byte.
    case literal(String)
    /// The value of a capture of the route.
    case capture(String)
    /// The request's path without its first slash.
    case path
    /// The request's query as it is.
    case query
}
