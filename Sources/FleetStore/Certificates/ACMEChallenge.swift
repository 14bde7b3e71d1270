package import DeepLinks
package import Platform

/// What a gateway answers to an authority that asks whether a name is ours (RFC 8555 section 8.3).
package struct ACMEChallenge: Hashable, Sendable {
    /// The token's form: base64url (RFC 8555 section 8.3).
    package static let tokenRule = "1 to 200 letters, digits, '-' and '_'"

    /// The answer's form: the token, a dot, and the digest of the account's key (RFC 8555 section 8.1).
    package static let answerRule = "the token, a dot, and the account's thumbprint"

    /// The name that is asked about.
    package let host: HostName
    /// The last part of the path that is asked for.
    package let token: String
    /// What is answered, the key authorization.
    package let answer: String
    /// When it is of no more use; `nil` before the database has said so.
    package let expires: UnixTime?

    /// Makes a challenge; `nil` when token or answer have another form.
    package init?(host: HostName, token: String, answer: String, expires: UnixTime? = nil) {
        guard Self.isToken(token), answer.utf8.starts(with: "\(token).".utf8),
            Self.isToken(String(answer.dropFirst(token.count + 1)))
        else { return nil }
        self.host = host
        self.token = token
        self.answer = answer
        self.expires = expires
    }

    /// Whether a text has the form of a token.
    package static func isToken(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
