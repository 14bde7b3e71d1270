// Tests of the links of reader that open reader-android, as of revision 8a92b676bcfb of its routes.
//
// Made by: postern code kotlin --tenant reader --app reader-android

package example.reader.mobile.links

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ReaderLinkTest {
    private val examples =
        mapOf(
            "https://go.reader.example/item/7" to ReaderLink.Item(id = 7L),
            "https://go.reader.example/profile/mira" to ReaderLink.Profile(user = "mira"),
            "https://go.reader.example/article/how-links-open-apps" to ReaderLink.Article(slug = "how-links-open-apps"),
        )

    @Test
    fun `examples open the app`() {
        for ((url, link) in examples) assertEquals(link, ReaderLink.parse(url))
    }

    @Test
    fun `what is printed is read as the same`() {
        for ((url, link) in examples) {
            val host = url.substringAfter("://").substringBefore('/')
            assertEquals(link, link.url(host)?.let { ReaderLink.parse(it) })
            link.schemeUrl?.let { assertEquals(link, ReaderLink.parse(it)) }
        }
    }

    @Test
    fun `near misses stay in the browser`() {
        val urls =
            listOf(
                "https://go.reader.example/item/other",
                "https://go.reader.example/other/7",
                "https://go.reader.example/item/7/more",
                "https://go.reader.example/other/mira",
                "https://go.reader.example/profile/mira/more",
                "https://go.reader.example//profile/mira",
                "https://go.reader.example/other/how-links-open-apps",
                "https://go.reader.example/article/how-links-open-apps/more",
                "https://go.reader.example//article/how-links-open-apps",
                "https://go.reader.example/item/7?web=1",
                "https://go.reader.example/item/7#web",
                "myapp://other",
            )
        for (url in urls) assertFailsWith<LinkException>(url) { ReaderLink.parse(url) }
    }
}
