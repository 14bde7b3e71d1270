import ShopLinks
import UIKit

/// Opens links in a scene of UIKit.
@available(iOS 15.0, tvOS 15.0, *)
class ShopLinkSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        // The app was not running: the link comes with the connection.
        for userActivity in connectionOptions.userActivities { open(userActivity) }
        for context in connectionOptions.urlContexts { open(context.url) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        open(userActivity)
    }

    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        for context in contexts { open(context.url) }
    }

    /// Shows a link, from the root.
    func show(_ link: ShopLink) {
        guard let navigation = window?.rootViewController as? UINavigationController else { return }
        navigation.popToRootViewController(animated: false)
        navigation.pushViewController(screen(of: link), animated: false)
    }

    /// The screen of a link.
    private func screen(of link: ShopLink) -> UIViewController {
        let screen = UIViewController()
        screen.title = link.title
        return screen
    }

    private func open(_ userActivity: NSUserActivity) {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb else { return }
        if let url = userActivity.webpageURL { open(url) }
    }

    private func open(_ url: URL) {
        if let link = try? ShopLink(url) {
            show(link)
        } else if url.scheme?.hasPrefix("http") == true {
            // The app's own universal links open the browser when the app itself opens them.
            UIApplication.shared.open(url)
        }
    }
}
