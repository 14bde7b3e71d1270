import Foundation
import ShopLinks

extension ShopLink {
    /// The title of the screen, which VoiceOver reads when it appears.
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    var title: String {
        switch self {
        case .product: String(localized: "Product")
        case .profile: String(localized: "Profile")
        case .order: String(localized: "Order")
        }
    }
}
