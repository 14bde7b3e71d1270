/// The widest line of a help text.
private let helpWidth = 79

extension Program {
    /// The help of the program: every command with its summary.
    package var help: String {
        let singles = commands.filter { $0.path.count == 1 }.map { ($0.name, $0.summary) }
        let grouped = groups.map { group in
            let words = commands.filter { $0.path.first == group.name }.map { $0.path[1] }
            return (group.name, "\(group.summary) (\(words.joined(separator: ", ")))")
        }
        var text = "\(summary)\n\nusage: \(name) COMMAND [ARGUMENT]...\n"
        text += section("commands", singles)
        text += section("commands of two words", grouped)
        text += "\n'\(name) help COMMAND' says more about a command, '\(name) --version' which version this is.\n"
        return text
    }

    /// The help of a group: its commands with their summaries.
    package func help(for group: Group) -> String {
        let rows = commands.filter { $0.path.first == group.name }.map { ($0.name, $0.summary) }
        return "\(group.summary)\n" + section("commands", rows)
            + "\n'\(name) help \(group.name) COMMAND' says more about one of them.\n"
    }

    /// The help of a command, all of it rendered from its spec.
    package func help(for spec: CommandSpec) -> String {
        var text = wrapped(spec.summary, first: "", rest: "")
        for paragraph in spec.discussion { text += "\n" + wrapped(paragraph, first: "", rest: "") }
        text += "\n" + usage(of: spec)
        text += section("arguments", spec.positionals.map { ($0.name, $0.summary) })
        let options = spec.options.map {
            ("\($0.spelling) \($0.value)", $0.summary + ($0.isRepeated ? " (repeatable)" : ""))
        }
        text += section("options", options + spec.flags.map { ($0.spelling, $0.summary) })
        text += section("exit codes of its own", spec.answers.map { (String($0.number), $0.meaning) })
        text += "\nexamples:\n"
        for example in spec.examples { text += "  # \(example.caption)\n  \(example.line)\n" }
        return text
    }

    private func usage(of spec: CommandSpec) -> String {
        let forms = spec.forms.isEmpty ? [form(of: spec)] : spec.forms
        var text = ""
        for (number, form) in forms.enumerated() {
            let start = (number == 0 ? "usage: " : "       ") + "\(name) \(spec.name)"
            text += wrapped(form, first: start + (form.isEmpty ? "" : " "), rest: "           ")
        }
        return text
    }

    /// The one form made from a spec's parts.
    private func form(of spec: CommandSpec) -> String {
        var parts = spec.positionals.map { positional in
            switch positional.arity {
            case .one: positional.name
            case .optional: "[\(positional.name)]"
            case .oneOrMore: "\(positional.name)..."
            }
        }
        let options = spec.options.filter(\.isRequired) + spec.options.filter { !$0.isRequired }
        parts += options.map { option in
            let once = "\(option.spelling)\u{A0}\(option.value)"
            return (option.isRequired ? once : "[\(once)]") + (option.isRepeated ? "..." : "")
        }
        parts += spec.flags.map { "[\($0.spelling)]" }
        return parts.joined(separator: " ")
    }
}

/// A titled list of two columns; nothing when it is empty.
private func section(_ title: String, _ rows: [(String, String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let width = min(rows.map(\.0.count).max() ?? 0, 26)
    var text = "\n\(title):\n"
    for (left, right) in rows {
        let rest = String(repeating: " ", count: width + 4)
        if left.count > width {
            text += "  \(left)\n" + wrapped(right, first: rest, rest: rest)
        } else {
            text += wrapped(
                right, first: "  " + left + String(repeating: " ", count: width - left.count + 2), rest: rest)
        }
    }
    return text
}

/// Breaks a text at spaces into lines of at most ``helpWidth`` columns; no-break spaces become spaces.
private func wrapped(_ text: String, first: String, rest: String) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
        if !isEmpty, line.count + 1 + word.count > helpWidth {
            lines.append(line)
            line = rest
            isEmpty = true
        }
        line += (isEmpty ? "" : " ") + word
        isEmpty = false
    }
    lines.append(line)
    return lines.map { String($0.map { $0 == "\u{A0}" ? " " : $0 }) + "\n" }.joined()
}
