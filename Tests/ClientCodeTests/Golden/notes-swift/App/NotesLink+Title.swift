import Foundation
import NotesLinks

extension NotesLink {
    /// The title of the screen, which VoiceOver reads when it appears.
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    var title: String {
        switch self {
        case .home: String(localized: "Home")
        case .profile: String(localized: "Profile")
        case .settings: String(localized: "Settings")
        }
    }
}
