import Foundation
import ReaderLinks

extension ReaderLink {
    /// The title of the screen, which VoiceOver reads when it appears.
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    var title: String {
        switch self {
        case .item: String(localized: "Item")
        case .profile: String(localized: "Profile")
        case .article: String(localized: "Article")
        }
    }
}
