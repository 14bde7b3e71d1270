import DeepLinks

extension SwiftCode {
    /// A router for SwiftUI and the views around it, to start from.
    var routerFile: String {
        var text = CodeText()
        text.add(
            """
            \(["SwiftUI", name].sorted().map { "import \($0)" }.joined(separator: "\n"))

            /// Where the app is: links and taps go the same way.
            @available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
            @MainActor
            final class \(typeName)Router: ObservableObject {
                /// A step away from the root; each is unique, so a link can be opened twice in a row.
                struct Step: Hashable, Identifiable {
                    let id = UUID()
                    let link: \(typeName)
                }

                @Published var path: [Step] = []

                /// Shows a link from where the app is.
                func push(_ link: \(typeName)) {
                    path.append(Step(link: link))
                }

                /// Opens a link from outside: at the root, so that it looks the same wherever the app was.
                ///
                /// - Returns: Whether the app has the link; a web page may be shown for others.
                @discardableResult
                func open(_ url: URL) -> Bool {
                    guard let link = try? \(typeName)(url) else { return false }
                    path = []
                    push(link)
                    return true
                }
            }

            /// The root of a scene, with the screens that links lead to.
            @available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
            struct \(typeName)Stack<Root: View>: View {
                @Environment(\\.openURL) private var openURL
                @StateObject private var router = \(typeName)Router()
                private let root: Root

                init(@ViewBuilder root: () -> Root) {
                    self.root = root()
                }

                var body: some View {
                    NavigationStack(path: $router.path) {
                        root
                            .navigationDestination(for: \(typeName)Router.Step.self) { step in
                                \(typeName)Screen(link: step.link)
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
            struct \(typeName)Screen: View {
                let link: \(typeName)

                var body: some View {
                    Text(link.title)
                        .accessibilityAddTraits(.isHeader)
                        .navigationTitle(link.title)
                }
            }
            """)
        return text.text
    }

    /// The titles of screens, for both.
    var titlesFile: String {
        var text = CodeText()
        for module in ["Foundation", name].sorted() { text.add("import \(module)") }
        text.add()
        text.block("extension \(typeName)") { text in
            text.add("/// The title of the screen, which VoiceOver reads when it appears.")
            addTitle(of: root, to: &text)
        }
        for (type, group) in root.groups(in: typeName) {
            text.add()
            text.block("extension \(type)") { addTitle(of: group, to: &$0) }
        }
        return text.text
    }

    private func addTitle(of type: LinkEnum, to text: inout CodeText) {
        text.add("@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)")
        text.block("var title: String") { addTitles(type, to: &$0) }
    }

    private func addTitles(_ type: LinkEnum, to text: inout CodeText) {
        text.add("switch self {")
        for linkCase in type.cases {
            let label = ".\(linkCase.name)"
            switch linkCase.content {
            case .group: text.add("case \(label)(let link): link.title")
            case .link(let link):
                let title = "String(localized: \(SwiftSpelling.literal(link.route.name.title)))"
                if text.indent + label.count + title.count + 7 <= CodeText.width {
                    text.add("case \(label): \(title)")
                } else {
                    text.add("case \(label):")
                    text.indented { $0.add(title) }
                }
            }
        }
        text.add("}")
    }

    /// The same for UIKit: a scene's delegate.
    var sceneDelegateFile: String {
        """
        \(["UIKit", name].sorted().map { "import \($0)" }.joined(separator: "\n"))

        /// Opens links in a scene of UIKit.
        @available(iOS 15.0, tvOS 15.0, *)
        class \(typeName)SceneDelegate: UIResponder, UIWindowSceneDelegate {
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
            func show(_ link: \(typeName)) {
                guard let navigation = window?.rootViewController as? UINavigationController else { return }
                navigation.popToRootViewController(animated: false)
                navigation.pushViewController(screen(of: link), animated: false)
            }

            /// The screen of a link.
            private func screen(of link: \(typeName)) -> UIViewController {
                let screen = UIViewController()
                screen.title = link.title
                return screen
            }

            private func open(_ userActivity: NSUserActivity) {
                guard userActivity.activityType == NSUserActivityTypeBrowsingWeb else { return }
                if let url = userActivity.webpageURL { open(url) }
            }

            private func open(_ url: URL) {
                if let link = try? \(typeName)(url) {
                    show(link)
                } else if url.scheme?.hasPrefix("http") == true {
                    // The app's own universal links open the browser when the app itself opens them.
                    UIApplication.shared.open(url)
                }
            }
        }

        """
    }
}

extension RouteName {
    /// `orders.pastYear` as `Orders past year`.
    fileprivate var title: String {
        let words = text.split(separator: ".").flatMap(Identifier.camelWords)
        let title = words.map { $0.dropFirst().contains(where: \.isUppercase) ? $0 : $0.lowercased() }
            .joined(separator: " ")
        return title.prefix(1).uppercased() + title.dropFirst()
    }
}
