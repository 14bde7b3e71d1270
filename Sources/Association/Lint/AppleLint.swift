import DeepLinks
import JSONText

/// Judges an AASA file that could be read.
struct AppleLint {
    let document: AppleDocument
    var log = FindingLog()

    init(_ document: AppleDocument) { self.document = document }

    /// The reader's findings and one's own.
    func findings() -> [Finding] {
        var lint = self
        for service in document.services { lint.check(service.apps) }
        if let links = document.applinks {
            lint.check(links)
            lint.checkVariables(links)
            lint.checkPatterns(links)
            lint.checkRules(links)
        }
        return document.findings + lint.log.findings
    }

    private mutating func check(_ links: AppleLinks) {
        if links.apps == nil, links.entries.contains(where: { $0.paths != nil }),
            !document.findings.contains(where: { $0.pointer == "/applinks/apps" })
        {
            log.add(
                .appsMissing, at: links.path, links.position,
                "there are \"paths\", and the systems that need them, iOS 12 and earlier, read no file without \"apps\"",
                advice: "add \"apps\": [] if links should open on iOS 12 and earlier")
        }
        for entry in links.entries {
            check(entry)
            guard let path = entry.paths?.first, entry.components == nil, entry.singleAppID == nil,
                links.apps?.isEmpty ?? false
            else {
                continue
            }
            log.add(
                .pathsWithoutAppID, at: path.text.path, path.text.position,
                "iOS 12 and earlier know \"appID\" only, so the \"paths\" of this entry open nothing there",
                advice: "write \"appID\", and an entry for each app, if links should open on iOS 12 and earlier")
        }
    }

    private mutating func check(_ entry: AppleEntry) {
        check(entry.listedAppIDs ?? [])
        if let single = entry.singleAppID {
            check([single])
            if entry.listedAppIDs != nil {
                log.add(
                    .appIDBesideAppIDs, at: single,
                    "\"appID\" counts on iOS 12 and earlier only; later systems read \"appIDs\" and ignore it",
                    advice:
                        "keep the apps in \"appIDs\", and an entry of its own with \"appID\" and \"paths\" for iOS 12")
            }
        }
        guard let paths = entry.paths, entry.components != nil else { return }
        log.add(
            .pathsBesideComponents, at: paths.first?.text.path ?? entry.path,
            paths.first?.text.position ?? entry.position,
            "\"paths\" counts on iOS 12 and earlier only, \"components\" on later systems; Apple advises against both in one entry",
            advice: "leave \"paths\" out, or put it in an entry of its own after this one")
    }

    private mutating func check(_ ids: [Located<String>]) {
        var seen: Set<String> = []
        for id in ids {
            if !seen.insert(id.value).inserted {
                log.add(.appIDRepeated, at: id, "the app is named twice", advice: "leave one out")
            } else if ids.contains(where: { $0.value != id.value && $0.value.lowercased() == id.value.lowercased() }) {
                log.add(
                    .appIDRepeated, at: id, "the app is named in other letters too, and case counts",
                    advice: "keep the one that Apple's developer site shows")
            }
            if let valid = AppID(id.value) {
                guard valid.hasSamplePrefix else { continue }
                log.add(
                    .appIDPrefix, at: id, "\(valid.prefix) looks like a sample, and is no prefix of yours then",
                    advice: "write the App ID Prefix that Apple's developer site shows for the app")
                continue
            }
            if let foreign = ForeignAppID(id.value) {
                log.add(.appIDForm, at: id, foreign.message, advice: foreign.advice)
                continue
            }
            let parts = id.value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            // Ten letters in front tell whether the rest is a bundle ID.
            let hasBundleID = parts.count == 2 && AppID("AAAAAAAAAA." + parts[1]) != nil
            if let better = rearranged(id.value) {
                log.add(
                    .appIDForm, at: id, "\(id.value.quotedForMessage) is no app ID as it is written, so it is no app's",
                    advice: "write \(better)")
            } else if hasBundleID, isTopLevelDomain(parts[0]) {
                log.add(
                    .appIDPrefixMissing, at: id, "this is a bundle ID without its prefix, so it is no app's",
                    advice:
                        "put the App ID Prefix ahead: ABCDE12345.\(id.value); Apple's developer site shows it for the app"
                )
            } else if hasBundleID {
                log.add(
                    .appIDPrefix, at: id,
                    "the prefix \(String(parts[0]).quotedForMessage) is not ten of A-Z and 0-9",
                    advice:
                        "write the App ID Prefix that Apple's developer site shows for the app; it need not be the team ID"
                )
            } else if let strange = id.value.unicodeScalars.first(where: { !$0.isASCII }) {
                log.add(
                    .appIDForm, at: id,
                    "\(id.value.quotedForMessage) has \(String(strange).quotedForMessage), which no app ID has",
                    advice: strange.adviceWhereUnseen
                        ?? "write a plain letter: this one is \(strange.codePoint), of another alphabet")
            } else {
                log.add(
                    .appIDForm, at: id, "\(id.value.quotedForMessage) is no app ID, so it is no app's",
                    advice: "write prefix and bundle ID: ABCDE12345.com.example.app")
            }
        }
    }

    /// The app ID that a text is but for spaces around it, or for a prefix at the end; `nil` where it is none.
    private func rearranged(_ text: String) -> String? {
        let trimmed = text.trimmingSpaces
        if trimmed != text, AppID(trimmed) != nil { return trimmed }
        let last = trimmed.lastIndex(of: ".") ?? trimmed.startIndex
        let prefix = trimmed[last...].dropFirst()
        // A word in capitals is as well the end of a bundle ID.
        guard prefix.contains(where: \.isNumber) else { return nil }
        let swapped = "\(prefix).\(trimmed[..<last])"
        return trimmed[..<last].contains(".") && AppID(swapped) != nil ? swapped : nil
    }

    /// Whether the first part of an app ID is one that bundle IDs begin with, so that the prefix was forgotten: `com`.
    private func isTopLevelDomain(_ text: Substring) -> Bool {
        (2...4).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    // MARK: - Variables

    private mutating func checkVariables(_ links: AppleLinks) {
        let used = links.references
        for variable in links.variables {
            let name = variable.name.quotedForMessage
            let add = { (log: inout FindingLog, code: FindingCode, message: String, advice: String) in
                log.add(code, at: variable.path, variable.namePosition, message, advice: advice)
            }
            if PatternVariables.predefined.contains(variable.name) {
                add(
                    &log, .variableShadowsPredefined, "\(name) is predefined; which of the two counts is not known",
                    "take another name")
            }
            if variable.name.unicodeScalars.contains(where: { "$()".unicodeScalars.contains($0) }) {
                add(&log, .variableName, "\(name) has $, ( or ), so no pattern can refer to it", "take another name")
            } else if !used.contains(variable.name) {
                add(&log, .variableUnused, "no pattern refers to \(name)", "leave it out")
            }
            if variable.values.isEmpty {
                add(&log, .variableEmpty, "\(name) has no values, so patterns with it match nothing", "list its values")
            }
            for value in variable.values where value.value.contains("$(") {
                log.add(
                    .variableNested, at: value, "a value may not refer to a variable; it stands for itself",
                    advice: "write the values out")
            }
            checkRegions(variable)
        }
    }

    /// A list of region codes with `UK` in it.
    private mutating func checkRegions(_ variable: AppleVariable) {
        let regions = Set(AppleCodes.regions)
        guard let value = variable.values.first(where: { $0.value == "UK" }),
            variable.values.count(where: { regions.contains($0.value) }) >= 2
        else { return }
        log.add(
            .regionUK, at: value, "the ISO code of the United Kingdom is GB, and $(region) does not match UK",
            advice: "keep UK only if URLs have it, and add GB")
    }
}

extension AppleLinks {
    /// The names that patterns refer to.
    var references: Set<String> {
        var names: Set<String> = []
        let rules =
            [defaults].compactMap(\.self) + entries.flatMap { ($0.components ?? []) + [$0.defaults].compactMap(\.self) }
        for text in rules.flatMap(\.patterns) {
            for case .reference(let name) in PatternText(text.value).pieces { names.insert(name) }
        }
        return names
    }
}

extension AppleRule {
    /// All its patterns.
    var patterns: [Located<String>] {
        var patterns = [pathPattern, fragment].compactMap(\.self)
        switch query {
        case .text(let text): patterns.append(text)
        case .items(let items): patterns += items.map(\.pattern)
        case nil, .ignored: break
        }
        return patterns
    }
}
