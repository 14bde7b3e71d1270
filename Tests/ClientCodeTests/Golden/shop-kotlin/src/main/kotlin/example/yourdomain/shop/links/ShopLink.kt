// The links of shop that open shop-android, as of revision 7de23ad426d2 of its routes.
//
// Made by: postern code kotlin --tenant shop --app shop-android

package example.yourdomain.shop.links

import java.net.URI

/** A link that opens the app. */
sealed interface ShopLink {
    /**
     * `/products/{id}?color={color?}`
     *
     * https://www.yourdomain.example/products/1042
     */
    data class Product(
        val id: String,
        val color: String? = null,
    ) : ShopLink

    /**
     * `/profile`
     *
     * https://www.yourdomain.example/profile
     */
    data object Profile : ShopLink

    /**
     * `/orders/{id}`
     *
     * https://www.yourdomain.example/orders/2026-00017
     */
    data class Order(
        val id: String,
    ) : ShopLink

    companion object {
        internal val domains = listOf(LinkDomain("www.yourdomain.example"))

        /**
         * Reads a universal link.
         *
         * @throws LinkException which says why the URL is no link of the app.
         */
        fun parse(uri: URI): ShopLink = parse(uri.toString())

        /** Reads the text of a URL: that of an `android.net.Uri`, for one. */
        fun parse(url: String): ShopLink {
            val link = LinkText(url, domains, null)
            return route(link)
        }

        /** Finds the first route that matches: it decides. */
        private fun route(link: LinkText): ShopLink {
            link.match(literal("products"), text("id"), query = listOf(optionalItem("color")))?.let { match ->
                return Product(id = match.text("id"), color = match.optionalText("color"))
            }
            link.match(literal("profile"))?.let { return Profile }
            link.match(literal("orders"), text("id"))?.let { match ->
                return Order(id = match.text("id"))
            }
            // The route `campaign` stays in the browser.
            link.leave(literal("c"), text("slug"))
            throw link.mismatch()
        }
    }
}
