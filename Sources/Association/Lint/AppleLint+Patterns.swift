import JSONText

extension AppleLint {
    /// Judges the patterns of all rules, one by one.
    mutating func checkPatterns(_ links: AppleLinks) {
        let variables = PatternVariables(links.variables)
        let known = PatternVariables.predefined + links.variables.map(\.name)
        var hasRegion = false
        func check(_ rule: AppleRule, _ defaults: AppleRule?) {
            let whole = rule.fillingGaps(from: defaults)
            for pattern in rule.patterns {
                checkText(pattern, of: whole, variables, known)
                guard !hasRegion, PatternText(pattern.value).pieces.contains(.reference("region")) else { continue }
                hasRegion = true
                log.add(
                    .regionUK, at: pattern, "$(region) does not match UK; the code of the United Kingdom is GB",
                    advice: "add a rule with UK if URLs have it")
            }
            if let path = rule.pathPattern {
                log.checkPath(PatternText(path.value).withPlainNames, at: path, as: .component)
            }
            checkKeyword(rule.pathPattern)
            checkMarks(rule, isEncoded: whole.isPercentEncoded != false)
        }
        let wholes = links.entries.flatMap { entry in
            let defaults = entry.defaults?.fillingGaps(from: links.defaults) ?? links.defaults
            return (entry.components ?? []).map { $0.fillingGaps(from: defaults) }
        }
        for variable in links.variables { checkValues(of: variable, in: wholes) }
        if let defaults = links.defaults { check(defaults, nil) }
        for entry in links.entries {
            if let defaults = entry.defaults { check(defaults, links.defaults) }
            let defaults = entry.defaults?.fillingGaps(from: links.defaults) ?? links.defaults
            for rule in entry.components ?? [] { check(rule, defaults) }
            for path in entry.paths ?? [] { checkLegacy(path) }
        }
    }

    /// Query and fragment come without the mark that stands before them in a URL.
    private mutating func checkMarks(_ rule: AppleRule, isEncoded: Bool) {
        if let fragment = rule.fragment, fragment.value.hasPrefix("#") {
            log.add(
                .patternFragment, at: fragment, "the fragment is what follows \"#\", so this matches nothing",
                advice: "write \"#\": \"\(fragment.value.dropFirst())\"")
        }
        switch rule.query {
        case .text(let text) where text.value.namesQueryItem && text.value.hasPrefix("?"):
            log.add(
                .patternQuery, at: text, "the query is what follows \"?\", which stands for one character more here",
                advice: "write \"?\": \"\(text.value.dropFirst())\"")
        case .items(let items):
            if isEncoded {
                for item in items {
                    log.checkItem(item.name, item.pattern)
                    guard item.name.contains(" ") else { continue }
                    log.add(
                        .queryItemForm, at: item.pattern,
                        "URLs have a space escaped only, so no item has the name \(item.name.quotedForMessage)",
                        advice: "write \(item.name.percentEncodingRawCharacters.quotedForMessage)")
                }
            }
            for item in items where item.pattern.value == "*" {
                log.add(
                    .queryItemOptional, at: item.pattern, "\"*\" matches where the item is absent or empty, too",
                    advice: "write \"?*\" to ask for it, or leave it out")
            }
        default: break
        }
    }

    private mutating func checkKeyword(_ path: Located<String>?) {
        guard let path else { return }
        let begin = path.value.prefix(4)
        guard let keyword = ["NOT ", "!/"].first(where: begin.uppercased().hasPrefix) else { return }
        log.add(
            .patternNotKeyword, at: path,
            keyword == "!/"
                ? "\"!\" excludes nothing: it is text, and few paths begin with it"
                : "NOT is of \"paths\"; in a component it is text that no path begins with",
            advice: "write \"/\": \"\(path.value.dropFirst(keyword == "!/" ? 1 : 4))\", \"exclude\": true")
    }

    private mutating func checkLegacy(_ path: AppleLegacyRule) {
        let text = path.text.value
        let isForm = path.isExcluding && !(path.pattern.first.map { $0 == " " || $0 == "\t" } ?? false)
        if !isForm, text.uppercased().hasPrefix("NOT"),
            text.dropFirst(3).first.map({ $0 == "/" || $0 == " " || $0 == "\t" || $0 == "*" }) ?? false
        {
            log.add(
                .patternNotForm, at: path.text, "this excludes nothing: the keyword is NOT and one space",
                advice: "write \"NOT \(text.dropFirst(3).drop { $0 == " " || $0 == "\t" })\"")
            return
        }
        if text.hasPrefix("!/") {
            log.add(
                .patternNotForm, at: path.text, "\"!\" excludes nothing: the keyword is NOT and one space",
                advice: "write \"NOT \(text.dropFirst())\"")
        }
        if text.contains("$(") {
            log.add(
                .variableInPaths, at: path.text, "variables are of \"components\"; in \"paths\" this is plain text",
                advice: "use \"components\", or write the values out")
        }
        log.checkPath(path.pattern, at: path.text, as: .legacy)
        checkEscapes(path.pattern, at: path.text, hasVariables: false, isEncoded: true, isCaseSensitive: true)
    }

    // MARK: - Values

    /// Judges the values of a variable as the patterns that refer to it would be.
    ///
    /// - Parameters:
    ///   - variable: The variable.
    ///   - rules: All rules, with the defaults filled in.
    mutating func checkValues(of variable: AppleVariable, in rules: [AppleRule]) {
        let reference = "$(\(variable.name))"
        let users = rules.filter { rule in rule.patterns.contains { $0.value.contains(reference) } }
        guard !users.isEmpty else { return }
        let isEncoded = users.allSatisfy { $0.isPercentEncoded != false }
        let isCaseSensitive = users.allSatisfy { $0.isCaseSensitive != false }
        let isSegment = users.contains { "\($0.pathPattern?.value ?? "")/".contains("/\(reference)/") }
        for value in variable.values where !value.value.contains("$(") {
            if value.value.isEmpty {
                log.add(
                    .variableEmpty, at: value, "the value is empty, so patterns match with nothing in its place too",
                    advice: "leave it out, or add a rule without \(reference)")
                continue
            }
            if isSegment { log.checkPath(value.value, at: value, as: .component) }
            if isSegment, value.value.hasPrefix("/") {
                log.add(
                    .patternDoubleSlash, at: value, "patterns have a slash ahead of \(reference) already",
                    advice: "write \"\(value.value.drop { $0 == "/" })\"")
            }
            guard isEncoded else { continue }
            checkEscapes(
                value.value, at: value, hasVariables: false, isEncoded: true, isCaseSensitive: isCaseSensitive)
        }
    }

    // MARK: - Any pattern

    private mutating func checkText(
        _ pattern: Located<String>, of rule: AppleRule, _ variables: PatternVariables, _ known: [String]
    ) {
        let text = PatternText(pattern.value)
        for piece in text.pieces {
            switch piece {
            case .reference(let name) where !known.contains(name):
                let nearest = name.nearestName(in: known)
                log.add(
                    .variableUnknown, at: pattern,
                    "there is no variable \(name.quotedForMessage); what systems make of the pattern is not known",
                    advice: nearest.map { "write $(\($0)) if that was meant" }
                        ?? "define it in \"substitutionVariables\"")
            case .unterminated:
                log.add(
                    .variableUnterminated, at: pattern,
                    "a reference to a variable has no end; what systems make of the pattern is not known",
                    advice: "write $(name)")
            default: break
            }
        }
        if let reference = pattern.value.otherReference(to: known) {
            log.add(
                .patternForeign, at: pattern, "\(reference.text.quotedForMessage) is plain text here",
                advice: "write $(\(reference.name)) for the variable")
        }
        if TextPattern(text, variables: variables, folds: false).isTooComplex {
            log.add(
                .patternTooComplex, at: pattern, "the pattern has too many alternatives to be followed here",
                advice: "use fewer references to long lists")
        }
        // The space of a keyword that does not belong here has a finding of its own.
        let plain = text.withPlainNames
        checkEscapes(
            plain.prefix(4).uppercased() == "NOT " ? String(plain.dropFirst(4)) : plain, at: pattern,
            hasVariables: true,
            isEncoded: rule.isPercentEncoded != false,
            isCaseSensitive: rule.isCaseSensitive != false)
    }

    private mutating func checkEscapes(
        _ text: String, at place: Located<String>, hasVariables: Bool, isEncoded: Bool, isCaseSensitive: Bool
    ) {
        guard isEncoded else {
            if text.escapes.contains(where: { _ in true }) {
                log.add(
                    .patternEncoded, at: place,
                    "with \"percentEncoded\": false the URL is decoded and the pattern is not",
                    advice: "write the character itself, or leave \"percentEncoded\" out")
            }
            return
        }
        if let hidden = text.unicodeScalars.first(where: { $0.properties.generalCategory == .format }) {
            log.add(
                .patternNotEncoded, at: place,
                "there is a character that is not seen, \(hidden.codePoint), which no URL has",
                advice: "take it out")
        } else if let first = text.unicodeScalars.first(where: \.isEscapedInURLs) {
            log.add(
                .patternNotEncoded, at: place,
                "URLs have \(String(first).quotedForMessage) escaped only, so the pattern matches nothing",
                advice: ForeignPattern(text)?.advice ?? "write \"\(text.percentEncodingRawCharacters)\"")
        }
        if PatternText(text, hasVariables: hasVariables).hasBrokenEscape {
            log.add(
                .patternEscapeForm, at: place,
                "ordinary URLs have \"%\" with two hex digits behind it only, so the pattern matches none",
                advice: "write \"%25\" for the character itself")
        }
        if isCaseSensitive, text.escapes.contains(where: { $0.contains { $0.isLowercase } }) {
            log.add(
                .patternEscapeCase, at: place, "case counts in escapes too, and most URLs have upper-case hex",
                advice: "write the escapes in upper case")
        }
    }
}

extension String {
    /// The hex digits of its escapes.
    var escapes: [Substring] {
        split(separator: "%", omittingEmptySubsequences: false).dropFirst().map { $0.prefix(2) }.filter { digits in
            digits.utf8.count == 2 && digits.utf8.allSatisfy { $0.hexValue != nil }
        }
    }

    /// Whether it has something like `?name=`.
    var namesQueryItem: Bool { namesItem(behind: "?") }

    /// Whether it has a mark with something like `name=` behind it.
    func namesItem(behind mark: Character) -> Bool {
        split(separator: mark, omittingEmptySubsequences: false).dropFirst().contains { rest in
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            return !name.isEmpty && rest[name.endIndex...].hasPrefix("=")
        }
    }

    /// A known variable that is referred to as in a shell or a template: `$name`, `$[name]`.
    fileprivate func otherReference(to known: [String]) -> (text: String, name: String)? {
        for rest in split(separator: "$", omittingEmptySubsequences: false).dropFirst() {
            let isBracketed = rest.first == "["
            let name = rest.dropFirst(isBracketed ? 1 : 0).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            guard known.contains(String(name)), !isBracketed || rest[name.endIndex...].first == "]" else { continue }
            return (isBracketed ? "$[\(name)]" : "$\(name)", String(name))
        }
        return nil
    }

    fileprivate var percentEncodingRawCharacters: String {
        var text = ""
        for scalar in unicodeScalars {
            if !scalar.isEscapedInURLs {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { text += byte.percentEscape }
            }
        }
        return text
    }
}

extension PatternText {
    /// Whether it has a `%` that cannot begin an escape, whatever its wildcards stand for.
    fileprivate var hasBrokenEscape: Bool {
        pieces.indices.contains { index in
            guard pieces[index] == .unit(0x25) else { return false }
            for piece in pieces[(index + 1)...].prefix(2) {
                guard case .unit(let unit) = piece, unit != 0x2A, unit != 0x3F else { return false }
                guard UInt8(exactly: unit)?.hexValue != nil else { return true }
            }
            return pieces.count - index < 3
        }
    }
}

extension Unicode.Scalar {
    /// Whether every ordinary URL has it escaped.
    var isEscapedInURLs: Bool {
        switch self {
        case "\"", "<", ">", "\\", "^", "`", "{", "|", "}": true
        default: !isASCII || value <= 0x20
        }
    }
}
