/// What one period's tickets are sealed with, derived from a secret.
struct TicketKey {
    /// Names the key within a ticket; 16 bytes.
    let name: [UInt8]
    /// Encrypts: AES-256.
    let cipher: [UInt8]
    /// Authenticates: HMAC with SHA-256.
    let mac: [UInt8]

    init(secret: [UInt8], period: Int64) throws(CryptographyError) {
        func part(_ label: String) throws(CryptographyError) -> [UInt8] {
            try HMACSHA256.tag(of: Array("postern ticket \(label) \(period)".utf8), key: secret).bytes
        }
        name = Array(try part("name").prefix(16))
        cipher = try part("cipher")
        mac = try part("mac")
    }
}
