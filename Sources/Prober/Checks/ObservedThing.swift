package import Association
package import Platform

/// What exactly one transfer asked for.
package enum ObservedThing: Hashable, Sendable {
    /// The file at its well-known path, asked for as Apple or Google would.
    case file(AssociationKind)
    /// The file at its well-known path, asked for as a plain client would.
    case plainFile(AssociationKind)
    /// The file at its well-known path, from one of the name's addresses.
    case fileAt(AssociationKind, IPAddress)
    /// The copy of the AASA at the root, which old systems read.
    case rootFile
    /// The file as one gateway serves it.
    case nodeFile(AssociationKind, node: String)
    /// What Apple's network gives to devices.
    case deviceCopy
    /// What Apple's network would get if it asked now.
    case freshCopy
    /// What Google lists for the host.
    case statements
    /// What Google says of one Android app with one of its certificates.
    case assetCheck(package: String, fingerprint: String)

    /// The place in a word or two, the same for the same thing: `aasa`, `aasa@192.0.2.1`, `assetcheck:com.acme.shop#14:6D:E9:83`.
    package var text: String {
        switch self {
        case .file(let kind): kind.rawValue
        case .plainFile(let kind): "\(kind.rawValue)-plain"
        case .fileAt(let kind, let address): "\(kind.rawValue)@\(address)"
        case .rootFile: "aasa-root"
        case .nodeFile(let kind, let node): "\(kind.rawValue)#\(node)"
        case .deviceCopy: "device-copy"
        case .freshCopy: "fresh-copy"
        case .statements: "statements"
        case .assetCheck(let package, let fingerprint): "assetcheck:\(package)#\(fingerprint.prefix(11))"
        }
    }

    /// Which file it is, or is a copy of.
    var kind: AssociationKind {
        switch self {
        case .file(let kind), .plainFile(let kind), .fileAt(let kind, _), .nodeFile(let kind, _): kind
        case .rootFile, .deviceCopy, .freshCopy: .aasa
        case .statements, .assetCheck: .assetlinks
        }
    }

    /// Where it is seen.
    package var vantage: Vantage {
        switch self {
        case .file, .plainFile, .fileAt, .rootFile: .origin
        case .nodeFile: .node
        case .deviceCopy, .freshCopy: .appleCDN
        case .statements, .assetCheck: .googleDAL
        }
    }
}
