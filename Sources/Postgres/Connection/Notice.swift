/// A message of the server that is no error, such as a warning.
package struct Notice: Hashable, Sendable {
    /// How grave the server finds it: `WARNING`, `NOTICE`, `INFO`, `LOG`, `DEBUG`; not translated.
    package let severity: String

    /// The server's SQLSTATE; `00000` for most notices.
    package let sqlState: SQLState?

    /// The server's primary message; may quote values.
    package let message: String
}
