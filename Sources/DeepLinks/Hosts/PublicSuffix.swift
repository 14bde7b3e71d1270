internal import CPSL

/// What the Public Suffix List says of a name, by the list built into libpsl.
enum PublicSuffix {
    /// No public suffix.
    case none
    /// A suffix under which a registry sells names, or an unknown top-level domain.
    case registry
    /// A suffix below which an owner gives names away: `github.io`.
    case owner

    /// Looks a name up, given in A-labels and in Unicode: the built-in list may know either form.
    init(ascii: String, unicode: String) {
        guard let list = unsafe psl_builtin() else {
            self = .none
            return
        }
        let isListed = { (kind: Int32) in
            [ascii, unicode].contains { name in
                unsafe name.withCString { unsafe psl_is_public_suffix2(list, $0, kind) } == 1
            }
        }
        if isListed(PSL_TYPE_ICANN) {
            self = .registry
        } else if isListed(PSL_TYPE_PRIVATE | PSL_TYPE_NO_STAR_RULE) {
            self = .owner
        } else {
            self = .none
        }
    }
}
