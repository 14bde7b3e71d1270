extension SharedKotlin {
    /// The exception that says why a URL is no link of the app.
    static let linkException = #"""
        /** Why a URL is none of the app's links. */
        sealed class LinkException(
            message: String,
        ) : Exception(message) {
            /** The URL is on none of the app's domains and has another scheme than the app's. */
            class UnknownHost(
                val url: String,
            ) : LinkException("$url is on none of the app's domains")

            /** No route has such a path, or the one that has it stays in the browser. */
            class NoSuchRoute(
                val url: String,
            ) : LinkException("$url is no link of the app")

            /** A value that the route needs is absent or empty. */
            class MissingParameter(
                val name: String,
            ) : LinkException("the parameter $name is missing")

            /** A value is not what the route takes, or is no text. */
            class MalformedParameter(
                val name: String,
            ) : LinkException("the parameter $name is malformed")
        }

        """#
}
