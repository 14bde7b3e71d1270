/// What a domain answers where no route decides.
package enum UnmatchedAnswer: Hashable, Sendable {
    /// A redirect to a web destination.
    case web(URLTemplate)
    /// A page that the gateway makes; its way on is the domain's or the tenant's web destination.
    case page
    /// The 404 page.
    case notFound

    /// Reads `page`, `notFound` or an https template.
    ///
    /// - Throws: The rule that another text breaks.
    package init(_ text: String) throws(RuleViolation) {
        switch text {
        case "page": self = .page
        case "notFound": self = .notFound
        default:
            guard text.contains("/") else {
                throw RuleViolation("what no route matches gets page, notFound or an https:// template")
            }
            self = .web(try URLTemplate(text))
        }
    }

    /// The text that it is read from.
    package var text: String {
        switch self {
        case .web(let template): template.text
        case .page: "page"
        case .notFound: "notFound"
        }
    }

    /// The template, where there is one.
    package var template: URLTemplate? {
        switch self {
        case .web(let template): template
        case .page, .notFound: nil
        }
    }
}
