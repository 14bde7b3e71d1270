import DeepLinks

/// A URL taken apart as Android does it: decoded first, split afterwards (AOSP `UriRelativeFilter`).
struct AndroidURL {
    let path: String
    let fragment: String?
    /// The items, as they stand between `&`; between `;` where there is no `&`.
    let items: [Substring]

    init(_ url: LinkURL) {
        path = Self.decoded(url.path)
        fragment = url.fragment.map(Self.decoded)
        let query = url.query.map(Self.decoded) ?? ""
        items = query.split(separator: query.contains("&") ? "&" : ";")
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexValue,
                let low = rest[rest.startIndex + 1].hexValue
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
