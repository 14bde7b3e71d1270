// The same for all links that 'postern code kotlin' writes.

package example.yourdomain.shop.links

/**
 * The text of a link, cut at its delimiters and otherwise left as it is.
 *
 * `URI.getPath`, `getHost` and `getQuery` and the like of Android decode, drop or merge parts of a URL. The text alone
 * decides which links open the app, so it alone is read here.
 *
 * @throws LinkException for a foreign URL, and for one that stays in the browser whatever the routes say.
 */
internal class LinkText(
    private val url: String,
    domains: List<LinkDomain>,
    ownScheme: String?,
) {
    private class Item(
        val name: String,
        val value: String,
    )

    private val domain: LinkDomain?
    private val segments: List<String>
    private val items: List<Item>

    /** Whether the URL has the app's own scheme, which has no domain. */
    val isOwnScheme: Boolean get() = domain == null

    /** Why the first route that nearly matched did not. */
    private var nearMiss: LinkException? = null

    init {
        val head = url.substringBefore('#')
        val fragment = if ('#' in url) url.substringAfter('#') else null
        val address = head.substringBefore('?')
        val scheme = address.substringBefore(':', missingDelimiterValue = "").asciiLowercase()
        val rest = address.substringAfter(':')
        val port = DEFAULT_PORTS[scheme]
        val path: String
        if (scheme == ownScheme) {
            domain = null
            path = rest.trimStart('/')
        } else if (port != null && rest.startsWith("//")) {
            val authority = rest.drop(2).substringBefore('/')
            val host = host(authority, port)
            domain = domains.firstOrNull { it.covers(host) } ?: throw LinkException.UnknownHost(url)
            path = rest.drop(2 + authority.length).drop(1)
        } else {
            throw LinkException.UnknownHost(url)
        }
        segments = path.trimEnd('/').let { if (it.isEmpty()) emptyList() else it.split('/') }
        items =
            head.substringAfter('?', missingDelimiterValue = "").split('&').map {
                Item(it.substringBefore('='), it.substringAfter('=', missingDelimiterValue = ""))
            }
        if (!url.all { it in '!'..'~' } || !segments.all(::isSegment) || staysInBrowser(fragment)) {
            throw LinkException.NoSuchRoute(url)
        }
    }

    /** The values that a route finds, on all domains or on these; `null` when it does not match. */
    fun match(
        vararg path: LinkSegment,
        query: List<LinkItem> = emptyList(),
        on: List<String>? = null,
    ): LinkMatch? =
        when (val attempt = attempt(path.asList(), query, on)) {
            is Attempt.Match -> {
                LinkMatch(attempt.values)
            }

            is Attempt.NearMiss -> {
                nearMiss = nearMiss ?: attempt.exception
                null
            }

            Attempt.Mismatch -> {
                null
            }
        }

    /** Ends the search when a route matches that stays in the browser. */
    fun leave(
        vararg path: LinkSegment,
        query: List<LinkItem> = emptyList(),
        on: List<String>? = null,
    ) {
        if (attempt(path.asList(), query, on) is Attempt.Match) throw LinkException.NoSuchRoute(url)
    }

    /** Why no route matched. */
    fun mismatch(): LinkException = nearMiss ?: LinkException.NoSuchRoute(url)

    /** How a route takes a link. */
    private sealed interface Attempt {
        class Match(
            val values: Map<String, String>,
        ) : Attempt

        /** The path is the route's, but a value is not. */
        class NearMiss(
            val exception: LinkException,
        ) : Attempt

        data object Mismatch : Attempt
    }

    private fun attempt(
        path: List<LinkSegment>,
        query: List<LinkItem>,
        on: List<String>?,
    ): Attempt {
        if (domain != null && on != null && domain.name !in on) return Attempt.Mismatch
        val values = mutableMapOf<String, String>()
        var exception: LinkException? = null
        var position = 0
        for ((index, segment) in path.withIndex()) {
            if (segment is LinkSegment.Rest) {
                val count = segments.size - position - (path.size - index - 1)
                if (count < 0 || segments.size > segment.limit) return Attempt.Mismatch
                values[segment.name] = segments.subList(position, position + count).joinToString("/")
                position += count
                continue
            }
            val text = segments.getOrNull(position) ?: return Attempt.Mismatch
            position += 1
            if (segment is LinkSegment.Literal && !agree(text, segment.text)) return Attempt.Mismatch
            if (segment is LinkSegment.Value) {
                val part = part(text, segment.head, segment.tail) ?: return Attempt.Mismatch
                val value = accepted(part, segment.values)?.encodingCutEscape()
                if (value != null) values[segment.name] = value
                if (value == null) exception = exception ?: LinkException.MalformedParameter(segment.name)
            }
        }
        if (position < segments.size) return Attempt.Mismatch
        // Without a text of the route's own in the path, nothing says that it was meant.
        if (exception != null && path.none { it.hasText }) return Attempt.Mismatch
        for (item in query) exception = exception ?: take(item, values)
        return if (exception == null) Attempt.Match(values) else Attempt.NearMiss(exception)
    }

    /** Takes the value of an item, all occurrences of which have to be right. */
    private fun take(
        item: LinkItem,
        values: MutableMap<String, String>,
    ): LinkException? {
        val found = items.filter { it.name == item.name }.map { it.value }
        val name = item.parameter ?: item.name
        val text: String?
        if (item.isOptional) {
            text = found.firstOrNull { it.isNotEmpty() }
        } else {
            if (found.isEmpty() || found.any { it.isEmpty() }) return LinkException.MissingParameter(name)
            text = accepted(found.first(), item.values)
            val isRight = item.values is LinkValues.Text || found.all { agree(it, found.first()) }
            if (text == null || !isRight) return LinkException.MalformedParameter(name)
        }
        if (item.parameter != null && text != null) values[item.parameter] = text
        return null
    }

    private fun accepted(
        text: String,
        values: LinkValues,
    ): String? =
        when (values) {
            is LinkValues.Text -> text
            is LinkValues.Digits -> text.takeIf { it.length in values.counts && it.all { digit -> digit in '0'..'9' } }
            is LinkValues.Listed -> values.texts.firstOrNull { agree(text, it) }
        }

    private fun part(
        text: String,
        head: String,
        tail: String,
    ): String? {
        if (text.length <= head.length + tail.length) return null
        if (!agree(text.take(head.length), head) || !agree(text.takeLast(tail.length), tail)) return null
        return text.drop(head.length).dropLast(tail.length)
    }

    /** Whether two texts are the same as far as case counts on the domain. */
    private fun agree(
        left: String,
        right: String,
    ): Boolean =
        if (domain?.isCaseSensitive == false) left.asciiLowercase() == right.asciiLowercase() else left == right

    /** Whether the link stays in the browser whatever the routes say. */
    private fun staysInBrowser(fragment: String?): Boolean {
        if (domain == null) return false
        if (domain.optOut != null) {
            val values = items.filter { it.name == domain.optOut.item }.map { it.value }
            if (values.isNotEmpty() && values.none { it.isEmpty() }) return true
            if (fragment == domain.optOut.fragment) return true
        }
        val path = segments.joinToString("/")
        return agree(segments.firstOrNull().orEmpty(), ".well-known") || RESERVED_PATHS.any { agree(path, it) }
    }

    private companion object {
        val DEFAULT_PORTS = mapOf("http" to "80", "https" to "443")

        /** Paths that the domain's server answers itself. */
        val RESERVED_PATHS = listOf("apple-app-site-association", "favicon.ico", "robots.txt")

        /** Of an authority the host in lower case, without the default port and the root's dot. */
        fun host(
            authority: String,
            defaultPort: String,
        ): String {
            val host = authority.asciiLowercase()
            val isDefault = host.endsWith(":$defaultPort")
            return (if (isDefault) host.removeSuffix(":$defaultPort") else host.removeSuffix(":")).removeSuffix(".")
        }

        /**
         * Whether a path may have the text as a segment: it is not empty, no `.` and no `..`, and has neither control
         * characters nor backslashes, encoded or not.
         */
        fun isSegment(text: String): Boolean {
            val decoded = text.percentDecoded() ?: return false
            if (decoded.isEmpty() || decoded == "." || decoded == "..") return false
            return decoded.none { it < ' ' || it == '\u007F' || it == '\\' }
        }

        fun String.asciiLowercase(): String = map { if (it in 'A'..'Z') it + 32 else it }.joinToString("")
    }
}
