// The links of reader that open reader-android, as of revision 8a92b676bcfb of its routes.
//
// Made by: postern code kotlin --tenant reader --app reader-android

package example.reader.mobile.links

import java.net.URI

/** A link that opens the app. */
sealed interface ReaderLink {
    /**
     * `/item/{id:int}`
     *
     * https://go.reader.example/item/7
     */
    data class Item(
        val id: Long,
    ) : ReaderLink

    /**
     * `/profile/{user}`
     *
     * https://go.reader.example/profile/mira
     */
    data class Profile(
        val user: String,
    ) : ReaderLink

    /**
     * `/article/{slug}`
     *
     * https://go.reader.example/article/how-links-open-apps
     */
    data class Article(
        val slug: String,
    ) : ReaderLink

    companion object {
        internal val domains = listOf(LinkDomain("go.reader.example", optOut = LinkDomain.OptOut("web", "web")))

        /**
         * Reads a universal link, or a URL of the app's own scheme.
         *
         * @throws LinkException which says why the URL is no link of the app.
         */
        fun parse(uri: URI): ReaderLink = parse(uri.toString())

        /** Reads the text of a URL: that of an `android.net.Uri`, for one. */
        fun parse(url: String): ReaderLink {
            val link = LinkText(url, domains, "myapp")
            return route(link)
        }

        /** Finds the first route that matches: it decides. */
        private fun route(link: LinkText): ReaderLink {
            link.match(literal("item"), digits("id"))?.let { match ->
                return Item(id = match.integer("id"))
            }
            link.match(literal("profile"), text("user"))?.let { match ->
                return Profile(user = match.text("user"))
            }
            link.match(literal("article"), text("slug"))?.let { match ->
                return Article(slug = match.text("slug"))
            }
            throw link.mismatch()
        }
    }
}
