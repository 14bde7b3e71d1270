// The same for all links that 'postern code kotlin' writes.

package example.yourdomain.shop.links

/** A segment of a route's path. */
internal sealed interface LinkSegment {
    /** Whether a text of the route's own stands in the segment. */
    val hasText: Boolean

    /** This text. */
    class Literal(
        val text: String,
    ) : LinkSegment {
        override val hasText = true
    }

    /** A value between two texts, each possibly empty. */
    class Value(
        val name: String,
        val values: LinkValues,
        val head: String,
        val tail: String,
    ) : LinkSegment {
        override val hasText = head.isNotEmpty() || tail.isNotEmpty()
    }

    /** What follows, slashes included, in a path of at most so many segments. */
    class Rest(
        val name: String,
        val limit: Int,
    ) : LinkSegment {
        override val hasText = false
    }
}

/**
 * An item of a route's query.
 *
 * @property parameter the name of the value; `null` where it is known already.
 */
internal class LinkItem(
    val name: String,
    val parameter: String?,
    val values: LinkValues,
    val isOptional: Boolean = false,
)

/** What a value may be. */
internal sealed interface LinkValues {
    /** Any text but none. */
    data object Text : LinkValues

    /** So many decimal digits. */
    class Digits(
        val counts: IntRange,
    ) : LinkValues

    /** One of these texts, as they are written in a URL. */
    class Listed(
        val texts: List<String>,
    ) : LinkValues
}

/** A value that is one of a list, as it is written in a URL. */
interface LinkChoice {
    val text: String
}

/** A segment of this text. */
internal fun literal(text: String): LinkSegment = LinkSegment.Literal(text)

/** A segment of any text. */
internal fun text(
    name: String,
    after: String = "",
    before: String = "",
): LinkSegment = LinkSegment.Value(name, LinkValues.Text, after, before)

/** A segment of decimal digits, 1 to 18 of them unless their number is fixed. */
internal fun digits(
    name: String,
    count: Int? = null,
    after: String = "",
    before: String = "",
): LinkSegment = LinkSegment.Value(name, LinkValues.Digits(counts(count)), after, before)

/** A segment that is one of these texts. */
internal fun choice(
    name: String,
    of: List<String>,
    after: String = "",
    before: String = "",
): LinkSegment = LinkSegment.Value(name, LinkValues.Listed(of), after, before)

/** What follows, slashes included, possibly nothing. */
internal fun rest(
    name: String,
    limit: Int = Int.MAX_VALUE,
): LinkSegment = LinkSegment.Rest(name, limit)

/** An item of this text. */
internal fun literalItem(
    name: String,
    text: String,
) = LinkItem(name, null, LinkValues.Listed(listOf(text)))

/** An item of any text. */
internal fun textItem(
    parameter: String,
    name: String = parameter,
) = LinkItem(name, parameter, LinkValues.Text)

/** An item of any text, or none. */
internal fun optionalItem(
    parameter: String,
    name: String = parameter,
) = LinkItem(name, parameter, LinkValues.Text, isOptional = true)

/** An item of decimal digits, 1 to 18 of them unless their number is fixed. */
internal fun digitsItem(
    parameter: String,
    name: String = parameter,
    count: Int? = null,
) = LinkItem(name, parameter, LinkValues.Digits(counts(count)))

/** An item that is one of these texts. */
internal fun choiceItem(
    parameter: String,
    of: List<String>,
    name: String = parameter,
) = LinkItem(name, parameter, LinkValues.Listed(of))

private fun counts(count: Int?): IntRange = if (count == null) 1..18 else count..count
