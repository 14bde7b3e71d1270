// Tests of the links of shop that open shop-android, as of revision 7de23ad426d2 of its routes.
//
// Made by: postern code kotlin --tenant shop --app shop-android

package example.yourdomain.shop.links

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ShopLinkTest {
    private val examples =
        mapOf(
            "https://www.yourdomain.example/products/1042" to ShopLink.Product(id = "1042", color = null),
            "https://www.yourdomain.example/products/1042?color=green" to ShopLink.Product(
                id = "1042",
                color = "green",
            ),
            "https://www.yourdomain.example/profile" to ShopLink.Profile,
            "https://www.yourdomain.example/orders/2026-00017" to ShopLink.Order(id = "2026-00017"),
        )

    @Test
    fun `examples open the app`() {
        for ((url, link) in examples) assertEquals(link, ShopLink.parse(url))
    }

    @Test
    fun `what is printed is read as the same`() {
        for ((url, link) in examples) {
            val host = url.substringAfter("://").substringBefore('/')
            assertEquals(link, link.url(host)?.let { ShopLink.parse(it) })
        }
    }

    @Test
    fun `near misses stay in the browser`() {
        val urls =
            listOf(
                "https://www.yourdomain.example/other/1042",
                "https://www.yourdomain.example/products/1042/more",
                "https://www.yourdomain.example//products/1042",
                "https://www.yourdomain.example/other",
                "https://www.yourdomain.example/profile/more",
                "https://www.yourdomain.example//profile",
                "https://www.yourdomain.example/other/2026-00017",
                "https://www.yourdomain.example/orders/2026-00017/more",
                "https://www.yourdomain.example//orders/2026-00017",
                "https://www.yourdomain.example/c/summer",
            )
        for (url in urls) assertFailsWith<LinkException>(url) { ShopLink.parse(url) }
    }
}
