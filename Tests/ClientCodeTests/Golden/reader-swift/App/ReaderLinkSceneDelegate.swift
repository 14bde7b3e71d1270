import ReaderLinks
import UIKit

/// Opens links in a scene of UIKit.
class ReaderLinkSceneDelegate: UIResponder, UIWindowSceneDelegate {
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
    func show(_ link: ReaderLink) {
        guard let navigation = window?.rootViewController as? UINavigationController else { return }
        navigation.popToRootViewController(animated: false)
        // Push the screen of the link here, and give it a title: VoiceOver reads it.
    }

    private func open(_ userActivity: NSUserActivity) {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb else { return }
        if let url = userActivity.webpageURL { open(url) }
    }

    private func open(_ url: URL) {
        guard let link = try? ReaderLink(url) else { return }
        show(link)
    }
}
