// How the links of shop that open shop-android are printed, as of revision 7de23ad426d2 of its
// routes.
//
// Made by: postern code kotlin --tenant shop --app shop-android

package example.yourdomain.shop.links

import java.net.URI
import java.net.URISyntaxException

/**
 * The universal link on a host.
 *
 * @return `null` when the link would be read as another one or as none: when the app has no such host, or
 *   when a value is empty, a dot segment, or one that another route takes.
 */
fun ShopLink.url(host: String = "www.yourdomain.example"): URI? {
    val name = host.lowercase()
    if (ShopLink.domains.none { it.covers(name) }) return null
    return checked("https://$name$path")
}

private fun ShopLink.checked(text: String): URI? =
    try {
        URI(text).takeIf { ShopLink.parse(it) == this }
    } catch (_: URISyntaxException) {
        null
    } catch (_: LinkException) {
        null
    }

private val ShopLink.path: String
    get() =
        when (this) {
            is ShopLink.Product -> "/products/${id.percentEncoded()}" + query("color" to color?.percentEncoded())
            ShopLink.Profile -> "/profile"
            is ShopLink.Order -> "/orders/${id.percentEncoded()}"
        }
