// The same for all links that 'postern code kotlin' writes.

package example.yourdomain.shop.links

/**
 * A domain whose links open the app.
 *
 * @property name a host in lower case, `go.acme.example`, or `*.acme.example` for all names one label below.
 * @property isCaseSensitive whether letters of paths and query values must agree in case.
 * @property optOut the query item and the fragment with which a link stays in the browser.
 */
internal class LinkDomain(
    val name: String,
    val isCaseSensitive: Boolean = true,
    val optOut: OptOut? = null,
) {
    class OptOut(
        val item: String,
        val fragment: String,
    )

    /** Whether the domain answers for a host, given in lower case. */
    fun covers(host: String): Boolean {
        if (!name.startsWith("*")) return host == name
        val label = host.substringBefore('.')
        return host.drop(label.length) == name.drop(1) &&
            host.length <= 253 &&
            label.isNotEmpty() &&
            label.all { it in 'a'..'z' || it in '0'..'9' || it == '-' || it == '_' }
    }
}
