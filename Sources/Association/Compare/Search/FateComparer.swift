import DeepLinks
import JSONText

/// Compares what two lists of rules decide for one app.
struct FateComparer {
    /// What two files decide for a URL.
    typealias Fates = (old: LinkFate, new: LinkFate)

    /// What stands ahead of the path.
    let origin: String
    let grammar: URLGrammar
    /// The patterns of the paths of all rules.
    var automaton: PatternAutomaton
    let old: [ComparedRule]
    let new: [ComparedRule]
    /// Queries and fragments that rules tell apart.
    let tails: [URLTail]
    /// Whether each rule holds for a query and a fragment, whatever the path is.
    let holds: (LinkURL) -> (old: [Bool], new: [Bool])
    /// What the matchers of the files decide.
    let fates: (LinkURL) -> Fates

    private struct Pair: Hashable {
        let old: Int?
        let new: Int?
    }

    /// The rules that are left for a query and a fragment.
    struct Choice {
        let tail: URLTail
        let old: [ComparedRule]
        let new: [ComparedRule]
    }

    /// A URL that both files decide, differently.
    struct Witness {
        let url: LinkURL
        let fates: Fates
    }

    /// Compares.
    ///
    /// - Parameter budget: What it may cost.
    /// - Returns: URLs, the shortest first, and how many more there are.
    mutating func witnesses(_ budget: inout ComparisonBudget) -> (kept: [Witness], further: Int) {
        if let gap = automaton.gap { budget.leaveOut(gap) }
        let choices = self.choices(&budget)
        var found: [Pair: String] = [:]
        for choice in choices {
            let search = FateSearch(choice.old, choice.new, patternCount: automaton.starts.count, grammar)
            for witness in search.witnesses(&automaton, &budget) {
                let pair = Pair(old: witness.old, new: witness.new)
                let rest = (grammar.part == .trimmedPath ? "/" : "") + witness.path + choice.tail.text
                if found[pair].map({ $0.utf8.count <= rest.utf8.count }) ?? false { continue }
                found[pair] = rest
            }
        }
        var kept: [Witness] = []
        var known: Set<[JSONPath?]> = []
        let limit = budget.limits.differences
        let shortest = found.values.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        for rest in shortest.prefix(limit) {
            guard let witness = confirmed(rest) else {
                budget.leaveOut()
                continue
            }
            if known.insert([witness.fates.old.rule, witness.fates.new.rule]).inserted { kept.append(witness) }
        }
        if budget.isSampled {
            for rest in SampleURLs(automaton, grammar, choices).texts(&budget) where kept.count < limit {
                guard let witness = confirmed(rest) else { continue }
                if known.insert([witness.fates.old.rule, witness.fates.new.rule]).inserted { kept.append(witness) }
            }
            kept.sort { $0.url.bytes.count < $1.url.bytes.count }
        }
        return (kept, max(0, shortest.count - limit))
    }

    /// A URL by what is behind its origin, where the matchers decide it differently.
    private func confirmed(_ rest: String) -> Witness? {
        guard let url = try? LinkURL(origin + rest) else { return nil }
        let fates = fates(url)
        return fates.old.outcome == fates.new.outcome ? nil : Witness(url: url, fates: fates)
    }

    /// The queries and fragments that leave different rules, the shortest first.
    private func choices(_ budget: inout ComparisonBudget) -> [Choice] {
        var seen: Set<[Bool]> = []
        var choices: [Choice] = []
        for tail in tails.sorted(by: { ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text) }) {
            guard budget.spend(4 * (old.count + new.count)) else { break }
            guard let url = try? LinkURL(origin + "/" + tail.text) else { continue }
            let holding = holds(url)
            guard seen.insert(holding.old + holding.new).inserted else { continue }
            choices.append(
                Choice(
                    tail: tail, old: zip(old, holding.old).filter(\.1).map(\.0),
                    new: zip(new, holding.new).filter(\.1).map(\.0)))
        }
        return choices
    }
}
