import Foundation
import KitchenLinks

extension KitchenLink {
    /// The title of the screen, which VoiceOver reads when it appears.
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    var title: String {
        switch self {
        case .recipes(let link): link.title
        case .profile: String(localized: "Profile")
        }
    }
}

extension KitchenLink.Recipes {
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    var title: String {
        switch self {
        case .list: String(localized: "Recipes list")
        case .detail: String(localized: "Recipes detail")
        }
    }
}
