/// Texts of statements for tests.
enum Statement {
    static let fingerprint =
        "5A:11:C4:7D:09:E2:B3:86:4F:D0:2C:91:7E:A8:33:F6:1B:C9:64:05:DA:72:8E:37:F1:40:AB:9D:26:58:EC:03"
    static let otherFingerprint =
        "91:0B:6E:D2:3C:F7:48:A5:16:8D:E9:74:20:BB:5F:C3:0A:67:D4:1E:82:F9:35:AC:4B:E0:97:58:2D:C1:76:3A"

    static func text(
        package: String = "example.shop", fingerprints: [String] = [fingerprint], rules: String? = nil,
        relation: String = "delegate_permission/common.handle_all_urls"
    ) -> String {
        let list = fingerprints.map { "\"\($0)\"" }.joined(separator: ",")
        let extensions =
            rules.map {
                #","relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\#($0)}}"#
            } ?? ""
        return #"""
            [{"relation":["\#(relation)"],"target":{"namespace":"android_app","package_name":"\#(package)",
            "sha256_cert_fingerprints":[\#(list)]}\#(extensions)}]
            """#
    }
}
