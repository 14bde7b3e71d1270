// The same for all links that 'postern code kotlin' writes.

package example.yourdomain.shop.links

/** The values that a route found in a link, by their names and as they are written in the URL. */
internal class LinkMatch(
    private val values: Map<String, String>,
) {
    /** A text. */
    fun text(name: String): String {
        val value = values[name] ?: throw LinkException.MissingParameter(name)
        return value.percentDecoded() ?: throw LinkException.MalformedParameter(name)
    }

    /** A text that need not be there, and is not where the value is no text. */
    fun optionalText(name: String): String? = values[name]?.percentDecoded()

    /** A number. */
    fun integer(name: String): Long = text(name).toLongOrNull() ?: throw LinkException.MalformedParameter(name)

    /** One of the listed values. */
    fun <Choice : LinkChoice> choice(
        name: String,
        choices: List<Choice>,
    ): Choice {
        val value = values[name] ?: throw LinkException.MissingParameter(name)
        return choices.firstOrNull { it.text == value } ?: throw LinkException.MalformedParameter(name)
    }

    /** The segments of a rest of the path. */
    fun segments(name: String): List<String> {
        val value = values[name].orEmpty()
        if (value.isEmpty()) return emptyList()
        return value.split('/').map { it.percentDecoded() ?: throw LinkException.MalformedParameter(name) }
    }
}
