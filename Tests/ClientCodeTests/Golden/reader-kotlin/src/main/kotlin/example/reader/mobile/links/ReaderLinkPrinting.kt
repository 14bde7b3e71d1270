// How the links of reader that open reader-android are printed, as of revision 8a92b676bcfb of its
// routes.
//
// Made by: postern code kotlin --tenant reader --app reader-android

package example.reader.mobile.links

import java.net.URI
import java.net.URISyntaxException

/**
 * The universal link on a host.
 *
 * @return `null` when the link would be read as another one or as none: when the app has no such host, or
 *   when a value is empty, a dot segment, or one that another route takes.
 */
fun ReaderLink.url(host: String = "go.reader.example"): URI? {
    val name = host.lowercase()
    if (ReaderLink.domains.none { it.covers(name) }) return null
    return checked("https://$name$path")
}

/** The link as a URL of the app's own scheme; `null` as for universal links. */
val ReaderLink.schemeUrl: URI?
    get() = checked("myapp:/$path")

private fun ReaderLink.checked(text: String): URI? =
    try {
        URI(text).takeIf { ReaderLink.parse(it) == this }
    } catch (_: URISyntaxException) {
        null
    } catch (_: LinkException) {
        null
    }

private val ReaderLink.path: String
    get() =
        when (this) {
            is ReaderLink.Item -> "/item/$id"
            is ReaderLink.Profile -> "/profile/${user.percentEncoded()}"
            is ReaderLink.Article -> "/article/${slug.percentEncoded()}"
        }
