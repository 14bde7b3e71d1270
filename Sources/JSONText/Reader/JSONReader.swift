/// Reads a JSON text strictly, and says where it is wrong.
///
/// Open arrays and objects stand on a stack of its own, so that no text can overflow the thread's. Time and memory are
/// linear in the length of the text.
package enum JSONReader {
    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: The whole text, in UTF-8.
    ///   - grammar: What is allowed in it.
    ///   - limits: How long and how deep it may be.
    /// - Returns: The text's one value.
    /// - Throws: ``JSONError`` for the first thing that is wrong, in the order of the text.
    package static func read(
        _ bytes: [UInt8],
        grammar: JSONGrammar,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONNode {
        var builder = JSONTreeBuilder(bytes, grammar: grammar, limits: limits)
        do throws(JSONScanner.Failure) {
            return try builder.document()
        } catch {
            throw JSONError(error.kind, at: error.position, path: builder.path)
        }
    }
}
