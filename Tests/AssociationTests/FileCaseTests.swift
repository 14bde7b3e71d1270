import Association
import JSONText
import Testing

/// Real files with names replaced, each with the findings that a reviewer agreed to.
@Suite(.enabled(if: Cases.areThere, Cases.reason)) struct FileCaseTests {
    static let aasa: [String: [FindingCode]] = [
        "001.json": [.appsMissing], "002.json": [], "003.json": [.claimsEverything], "004.json": [.claimsEverything],
        "005.json": [.appsShareURL], "006.json": [.patternLeadingStar],
        // A comma at the end of a list.
        "007.json": [.invalidJSON],
        // A team ID alone.
        "008.json": [.appIDForm, .claimsEverything],
        // Placeholders of a template.
        "009.json": [.appIDPrefix, .appsShareURL, .appIDPrefix, .claimsEverything], "010.json": [],
        "011.json": [.pathsBesideComponents, .claimsEverything], "012.json": [.applinksMissing],
        // Excludes behind the rule that they should have cut from, and some that cut from nothing.
        "013.json": [
            .redundantRule, .unreachableRule, .unreachableRule, .redundantRule, .redundantRule, .unreachableRule,
            .redundantRule,
        ],
        "014.json": [.claimsEverything], "015.json": [], "016.json": [.claimsEverything],
        "017.json": [.claimsEverything], "018.json": [.claimsEverything],
        "019.json": [.detailsMissing],
        // The second entry of the app opens all that the first does.
        "020.json": [.redundantRule, .redundantRule, .claimsEverything],
        "021.json": [.claimsEverything, .appsShareURL, .claimsEverything], "022.json": [],
        // Two commas in a row.
        "023.json": [.invalidJSON], "024.json": [.applinksMissing],
        // A quote too many.
        "025.json": [.invalidJSON], "026.json": [.claimsEverything, .appsShareURL, .claimsEverything],
        "027.json": [.appIDPrefix],
    ]

    static let assetlinks: [String: [FindingCode]] = [
        "001.json": [], "002.json": [],
        "003.json": [.fingerprintLowerCase, .fingerprintLowerCase, .fingerprintSHA1, .fingerprintSHA1],
        "004.json": [], "005.json": [], "006.json": [.fingerprintsEmpty], "007.json": [], "008.json": [],
        "009.json": [],
    ]

    @Test(arguments: AssociationKind.allCases)
    func `each file has the findings of its review`(kind: AssociationKind) throws {
        let reviewed = kind == .aasa ? Self.aasa : Self.assetlinks
        for (name, bytes) in try Cases.files(kind == .aasa ? "aasa-files" : "assetlinks-files") {
            let findings = AssociationLint.findings(bytes, kind: kind)
            #expect(AssociationLint.kind(of: bytes) == kind, "\(kind) \(name)")
            // A file that nobody reviewed is judged all the same, and every finding has a place in it.
            #expect(findings.allSatisfy { $0.position.offset <= bytes.count }, "\(kind) \(name)")
            guard let codes = reviewed[name] else { continue }
            #expect(findings.map(\.code) == codes, "\(kind) \(name)")
        }
    }
}
