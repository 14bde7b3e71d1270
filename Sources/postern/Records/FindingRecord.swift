import Association
import DeepLinks
import JSONText

extension Record {
    /// A finding.
    init(_ finding: Finding) {
        add("code", finding.code.rawValue)
        add("severity", finding.severity.rawValue)
        add("pointer", finding.pointer)
        add("line", .number(finding.position.line))
        add("column", .number(finding.position.column))
        add("message", finding.message)
        add("advice", finding.advice)
    }

    /// What a compiled file says otherwise than its routes.
    init(_ finding: CompileFinding) {
        add("code", finding.code.rawValue)
        add("route", finding.route?.text)
        add("url", finding.url)
        add("message", finding.message)
    }
}
