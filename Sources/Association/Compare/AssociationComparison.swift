/// The ordinary URLs that two association files decide differently.
///
/// It is exact on the path: the rules of both files are followed as automata through every text that the path of an
/// ordinary URL can have, the shortest first. Queries and fragments are those that the rules tell apart. Rules that
/// decide the same however they are written or ordered are equal. Apple's systems of today are meant, with inner
/// slashes as they are written, and Android 15 and later.
package struct AssociationComparison: Sendable {
    /// How far a comparison went.
    package enum Completeness: String, Sendable {
        /// All was searched: without a difference the files are equal.
        case complete
        /// There are ``AssociationComparison/gaps``, and the rest was only tried with URLs made of the rules.
        case sampled
    }

    /// The apps that were compared: all that may open links by one of the files, and were asked for.
    package let apps: [ComparedApp]
    /// A URL for each pair of rules that decide differently, by app in the order of the files, the shortest first.
    package let differences: [FateDifference]
    /// Differences beyond ``ComparisonLimits/differences``, which are counted and not kept.
    package let furtherDifferences: Int
    /// What only one of the files grants besides: services of Apple's, relations and fingerprints of Android's.
    package let grants: [GrantDifference]
    /// Why not everything was searched; empty where it was.
    package let gaps: Set<ComparisonGap>

    /// How far the comparison went.
    package var completeness: Completeness { gaps.isEmpty ? .complete : .sampled }

    /// Whether nothing was found to differ; only a complete comparison proves it.
    package var isEqual: Bool { differences.isEmpty && grants.isEmpty }

    /// The host of the URLs where none is given.
    package static let placeholderHost = "host.example"
}
