import DeepLinks
import JSONText

/// Compares two files of Android's.
struct AndroidComparer {
    /// An app as statements name it.
    struct App: Hashable {
        let package: String
        let fingerprint: String
    }

    private let old: AndroidMatcher
    private let new: AndroidMatcher
    private let origin: String
    private var budget: ComparisonBudget

    init(_ old: AndroidDocument, _ new: AndroidDocument, host: String, _ limits: ComparisonLimits) {
        self.old = AndroidMatcher(old)
        self.new = AndroidMatcher(new)
        origin = "https://\(host)"
        budget = ComparisonBudget(limits)
    }

    /// Compares what apps open.
    mutating func differences(_ apps: [App]) -> (found: [FateDifference], further: Int, gaps: Set<ComparisonGap>) {
        var differences: [FateDifference] = []
        var further = 0
        for app in apps {
            let result = compare(app)
            further += result.further
            differences += result.kept.map {
                FateDifference(
                    app: .android(package: app.package, fingerprint: app.fingerprint), url: $0.url, old: $0.fates.old,
                    new: $0.fates.new)
            }
        }
        return (differences, further, budget.gaps)
    }

    private mutating func compare(_ app: App) -> (kept: [FateComparer.Witness], further: Int) {
        let left = Side(old.verdict(package: app.package, fingerprint: app.fingerprint))
        let right = Side(new.verdict(package: app.package, fingerprint: app.fingerprint))
        var automaton = PatternAutomaton()
        automaton.isUTF16 = true
        let olds = left.compared(&automaton)
        let news = right.compared(&automaton)
        var comparer = FateComparer(
            origin: origin, grammar: URLGrammar(.wholePath, decodes: true), automaton: automaton, old: olds, new: news,
            tails: AndroidTails(left.rules + right.rules).tails(&budget),
            holds: { url in
                let url = AndroidURL(url)
                return (left.holds(url), right.holds(url))
            },
            fates: { url in
                let url = AndroidURL(url)
                return (left.fate(url), right.fate(url))
            })
        return comparer.witnesses(&budget)
    }

    /// What one file says of an app.
    private struct Side {
        let rules: [AndroidDynamicRule]
        let statement: AndroidStatement?

        init(_ verdict: AndroidMatcher.Verdict) {
            switch verdict {
            case .refused: (rules, statement) = ([], nil)
            case .vouched(let statement, _): (rules, self.statement) = ([], statement)
            case .rules(let rules): (self.rules, statement) = (rules, nil)
            }
        }

        /// The rules of the search; a statement without any is a rule for all.
        func compared(_ automaton: inout PatternAutomaton) -> [ComparedRule] {
            guard statement == nil else {
                return [ComparedRule(index: 0, patterns: [automaton.add(dynamic: "*")], opens: true)]
            }
            return rules.enumerated().map { index, rule in
                ComparedRule(
                    index: index, patterns: [automaton.add(dynamic: rule.pathPattern?.value ?? "*")],
                    opens: !rule.isExcluding)
            }
        }

        func holds(_ url: AndroidURL) -> [Bool] {
            statement == nil ? rules.map { $0.mismatchBehindPath(url) == nil } : [true]
        }

        func fate(_ url: AndroidURL) -> LinkFate {
            if let statement { return LinkFate(.open, statement.path) }
            let decision = AndroidMatcher([]).decision(url, rules)
            return LinkFate(decision.outcome, decision.rule?.path)
        }
    }
}

extension AndroidDocument {
    /// The apps that may open links, by their first statement.
    var linkedApps: [AndroidComparer.App] {
        var seen: Set<AndroidComparer.App> = []
        return statements.filter { $0.has(.handleAllURLs) }.flatMap { statement in
            statement.target.fingerprints.map {
                AndroidComparer.App(package: statement.target.package ?? "", fingerprint: $0)
            }
        }.filter { seen.insert($0).inserted }
    }

    /// What its statements grant, and what it includes.
    var grants: [Grant] {
        let stated = statements.flatMap { statement in
            statement.relations.flatMap { relation in
                statement.subjects.map { Grant(name: relation.value.text, subject: $0.value, place: $0.path) }
            }
        }
        return stated + includes.map { Grant(name: "include", subject: $0.url.value, place: $0.url.path) }
    }
}

extension AndroidStatement {
    /// Whom it is about: a package and a fingerprint, or a site.
    fileprivate var subjects: [Located<String>] {
        switch target {
        case .app(let package, let fingerprints):
            fingerprints.map { Located("\(package.value) \($0.value)", at: $0.path, $0.position) }
        case .web(let site): [Located(site.value.description, at: site.path, site.position)]
        }
    }
}
