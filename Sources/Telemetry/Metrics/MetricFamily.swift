/// A metric with its name, what it says, and where its values come from.
struct MetricFamily: Sendable {
    /// What the text format calls a type.
    enum Kind: String {
        case counter, gauge, histogram
    }

    enum Source {
        case counter(Counter)
        case gauge(Gauge)
        /// Observed values are divided by the scale when they are shown.
        case histogram(Histogram, scale: Double)
        /// One value per combination of the labels' values, asked for at the scrape.
        case computed(@Sendable () -> [Double])
    }

    let name: String
    let help: String
    let kind: Kind
    let labels: [MetricLabel]
    let source: Source

    /// The combinations of label values to show now: both indices, and the text between the braces.
    var shown: [(first: Int, second: Int, text: String)] {
        guard let first = labels.first else { return [(0, 0, "")] }
        let outer = first.shown.map { (index: $0.index, text: pair(first, $0.text)) }
        guard labels.count > 1 else { return outer.map { ($0.index, 0, $0.text) } }
        let inner = labels[1].shown.map { (index: $0.index, text: pair(labels[1], $0.text)) }
        return outer.flatMap { outer in inner.map { (outer.index, $0.index, outer.text + "," + $0.text) } }
    }

    private func pair(_ label: MetricLabel, _ value: String) -> String {
        var text = label.name + "=\""
        for character in value.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text + "\""
    }
}
