// The same for all links that 'postern code kotlin' writes.

package example.yourdomain.shop.links

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException

private const val UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
private const val HEX = "0123456789ABCDEF"

/** The text with all but letters, digits, `-`, `.`, `_` and `~` encoded. */
internal fun String.percentEncoded(): String =
    buildString {
        for (byte in this@percentEncoded.encodeToByteArray()) {
            val character = byte.toInt().toChar()
            if (byte >= 0 && character in UNRESERVED) {
                append(character)
            } else {
                append('%').append(HEX[byte.toInt() shr 4 and 15]).append(HEX[byte.toInt() and 15])
            }
        }
    }

/** The text decoded once; `null` when an escape is malformed or the text is not UTF-8. */
internal fun String.percentDecoded(): String? {
    val bytes = ArrayList<Byte>(length)
    var index = 0
    while (index < length) {
        if (this[index] != '%') {
            bytes += this[index].code.toByte()
            index += 1
            continue
        }
        if (index + 2 >= length) return null
        val high = HEX.indexOf(this[index + 1].uppercaseChar())
        val low = HEX.indexOf(this[index + 2].uppercaseChar())
        if (high < 0 || low < 0) return null
        bytes += (high * 16 + low).toByte()
        index += 3
    }
    return try {
        Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString()
    } catch (_: CharacterCodingException) {
        null
    }
}

/**
 * The text with an escape that is cut off at its end encoded: the route's own text may begin within one, as `A` does
 * in `%4A`.
 */
internal fun String.encodingCutEscape(): String {
    var whole = this
    while (whole.percentDecoded() == null) whole = whole.dropLast(1)
    return whole + drop(whole.length).percentEncoded()
}

/** The texts as segments of a path, a slash before each. */
internal fun List<String>.percentEncodedPath(): String = joinToString("") { "/" + it.percentEncoded() }

/** The decimal digits, with zeros ahead where they are fewer. */
internal fun Long.padded(count: Int): String = toString().padStart(count, '0')

/** A query of the items that have a value; the values are encoded already. */
internal fun query(vararg items: Pair<String, String?>): String {
    val present = items.filter { (_, value) -> value != null }
    return if (present.isEmpty()) "" else present.joinToString("&", prefix = "?") { (name, value) -> "$name=$value" }
}
