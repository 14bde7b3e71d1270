import Association
import CommandLine
import DeepLinks
import JSONText

extension AssociationComparison {
    /// The differences for people: URLs, then what else is granted.
    var table: String {
        let hasApps = Set(differences.map(\.app)).count > 1
        var urls = TextTable((hasApps ? ["app"] : []) + ["fate", "URL", "old rule", "new rule"])
        for difference in differences {
            urls.append(
                (hasApps ? [difference.app.description] : []) + [
                    "\(difference.old.outcome.rawValue) → \(difference.new.outcome.rawValue)",
                    difference.url.description, difference.old.rule?.pointer ?? "",
                    difference.new.rule?.pointer ?? "",
                ])
        }
        var others = TextTable(["change", "grant", "to", "at"])
        for grant in grants {
            others.append([grant.change.rawValue, grant.grant, grant.subject, grant.place.pointer])
        }
        return urls.text + (urls.isEmpty || others.isEmpty ? "" : "\n") + others.text
    }

    /// Why not everything was searched.
    private var reasons: String {
        ComparisonGap.allCases.filter(gaps.contains).map { gap in
            switch gap {
            case .limits: "the rules are too many or too complex"
            case .queryForms: "some rules ask for the whole query and some for its items"
            case .encodings: "some rules meet URLs as written and some decoded"
            case .semicolons: "a pattern of an item has a semicolon"
            case .halves: "a pattern has a character beyond U+FFFF"
            }
        }.joined(separator: "; ")
    }

    /// A line of counts.
    var summary: String {
        let isSampled = completeness == .sampled
        guard !isEqual else {
            return isSampled
                ? "no difference found; not everything could be searched (\(reasons)), and URLs made of the rules were tried"
                : "equal"
        }
        let more = furtherDifferences > 0 ? " and \(furtherDifferences) more" : ""
        let others = grants.isEmpty ? "" : ", \(grants.count) other\(grants.count == 1 ? "" : "s")"
        return
            "\(differences.count)\(more) difference\(differences.count == 1 && more.isEmpty ? "" : "s") of URLs\(others)"
            + (isSampled ? "; there may be more: not everything could be searched (\(reasons))" : "")
    }
}

extension JSONWriter {
    /// Writes the members of a comparison.
    mutating func write(_ comparison: AssociationComparison) {
        member("completeness", comparison.completeness.rawValue)
        member("furtherDifferences", comparison.furtherDifferences)
        name("differences")
        array { writer in
            for difference in comparison.differences { writer.write(Record(difference)) }
        }
        name("grants")
        array { writer in
            for grant in comparison.grants { writer.write(Record(grant)) }
        }
    }
}

extension Record {
    fileprivate init(_ difference: FateDifference) {
        switch difference.app {
        case .apple(let appID):
            add("app", appID)
            add("fingerprint", Value.none)
        case .android(let package, let fingerprint):
            add("app", package)
            add("fingerprint", fingerprint)
        }
        add("url", difference.url.description)
        add("old", .record(Record(difference.old)))
        add("new", .record(Record(difference.new)))
    }

    fileprivate init(_ fate: LinkFate) {
        add("outcome", fate.outcome.rawValue)
        add("rule", fate.rule?.pointer)
    }

    fileprivate init(_ grant: GrantDifference) {
        add("change", grant.change.rawValue)
        add("grant", grant.grant)
        add("subject", grant.subject)
        add("pointer", grant.place.pointer)
    }
}
