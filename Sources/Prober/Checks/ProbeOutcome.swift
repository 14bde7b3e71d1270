/// How a transfer ended.
package enum ProbeOutcome: Hashable, Sendable {
    /// A whole HTTP answer came, of whatever status; redirects are answers and never followed.
    case answered(status: Int)
    /// No whole answer came.
    case failed(TransferFailure)

    /// The HTTP status of a whole answer.
    package var status: Int? {
        if case .answered(let status) = self { status } else { nil }
    }

    /// Why there was no whole answer.
    package var failure: TransferFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    /// `answered-200`, or the failure's label; for stored rows.
    package var label: String {
        switch self {
        case .answered(let status): "answered-\(status)"
        case .failed(let failure): failure.label
        }
    }
}
