import NotesLinks
import SwiftUI

/// Where the app is: links and taps go the same way.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
@MainActor
final class NotesLinkRouter: ObservableObject {
    /// A step away from the root; each is unique, so a link can be opened twice in a row.
    struct Step: Hashable, Identifiable {
        let id = UUID()
        let link: NotesLink
    }

    @Published var path: [Step] = []

    /// Shows a link from where the app is.
    func push(_ link: NotesLink) {
        path.append(Step(link: link))
    }

    /// Opens a link from outside: at the root, so that it looks the same wherever the app was.
    ///
    /// - Returns: Whether the app has the link; a web page may be shown for others.
    @discardableResult
    func open(_ url: URL) -> Bool {
        guard let link = try? NotesLink(url) else { return false }
        path = []
        push(link)
        return true
    }
}

/// The root of a scene, with the screens that links lead to.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
struct NotesLinkStack<Root: View>: View {
    @Environment(\.openURL) private var openURL
    @StateObject private var router = NotesLinkRouter()
    private let root: Root

    init(@ViewBuilder root: () -> Root) {
        self.root = root()
    }

    var body: some View {
        NavigationStack(path: $router.path) {
            root
                .navigationDestination(for: NotesLinkRouter.Step.self) { step in
                    NotesLinkScreen(link: step.link)
                }
        }
        .environmentObject(router)
        .onOpenURL { url in
            // The app's own universal links open the browser when the app itself opens them.
            if !router.open(url), url.scheme?.hasPrefix("http") == true { openURL(url) }
        }
    }
}

/// The screen of a link.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
struct NotesLinkScreen: View {
    let link: NotesLink

    var body: some View {
        Text(link.title)
            .accessibilityAddTraits(.isHeader)
            .navigationTitle(link.title)
    }
}
