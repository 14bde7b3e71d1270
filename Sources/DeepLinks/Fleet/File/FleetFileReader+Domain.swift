import JSONText

extension FleetFileReader {
    private enum DomainKey: String, CaseIterable {
        case host, attested, fallback, root, canonical, robots, strictTransport, indexLinks, platforms, caseSensitive,
            optOut, associationFiles
    }

    mutating func domain(_ element: JSONElement) -> Domain? {
        guard let object = object(element, DomainKey.self) else { return nil }
        let isAttested = bool(object.optional(.attested)) ?? false
        let name = required(object, .host).flatMap { domainName($0, isAttested: isAttested) }
        let fallback = parsed(object.optional(.fallback), UnmatchedAnswer.init)
        let root = parsed(object.optional(.root), UnmatchedAnswer.init)
        let canonical = parsed(object.optional(.canonical)) { text throws(RuleViolation) in
            try HostName(text, isAttested: true)
        }
        let robots = parsed(object.optional(.robots), RobotsText.init)
        let strictTransport = parsed(object.optional(.strictTransport), StrictTransport.init)
        let indexesLinks = bool(object.optional(.indexLinks)) ?? false
        let platforms = object.optional(.platforms).flatMap { self.platforms($0) } ?? PlatformDestinations()
        let isCaseSensitive = bool(object.optional(.caseSensitive)) ?? true
        let optOut = object.optional(.optOut).flatMap { self.optOut($0) }
        let uploads = object.optional(.associationFiles).flatMap { self.uploads($0) } ?? UploadedFiles()
        return name.map { name in
            Domain(
                name: name, state: isAttested ? .live : .pending, isAttested: isAttested, fallback: fallback,
                root: root, canonical: canonical, robots: robots, strictTransport: strictTransport,
                indexesLinks: indexesLinks,
                isCaseSensitive: isCaseSensitive, optOut: optOut, uploads: uploads,
                platforms: platforms
            )
        }
    }

    mutating func domainName(_ element: JSONElement, isAttested: Bool) -> DomainName? {
        parsed(element) { text throws(RuleViolation) in try DomainName(text, isAttested: isAttested) }
    }

    private enum UploadKey: String, CaseIterable { case aasa, assetlinks }

    private mutating func uploads(_ element: JSONElement) -> UploadedFiles? {
        guard let object = object(element, UploadKey.self) else { return nil }
        return UploadedFiles(
            aasa: string(object.optional(.aasa)).map { Array($0.utf8) },
            assetlinks: string(object.optional(.assetlinks)).map { Array($0.utf8) })
    }

    private enum OptOutKey: String, CaseIterable { case query, fragment }

    private mutating func optOut(_ element: JSONElement) -> OptOut? {
        guard let object = object(element, OptOutKey.self) else { return nil }
        let query = required(object, .query).flatMap { string($0) }
        let fragment = required(object, .fragment).flatMap { string($0) }
        guard let query, let fragment else { return nil }
        return OptOut(queryItem: query, fragment: fragment)
    }
}
