import DeepLinks

extension SwiftCode {
    /// How the package comes into an app, and how it follows the routes.
    var readme: String {
        let scheme =
            links.app.scheme.map { scheme in
                """
                - Merge `App/Info.plist` into the app's: it holds the URL type of the scheme `\(scheme)`.

                """
            } ?? ""
        return """
            # \(name)

            The links of \(links.tenant) that open \(links.app.name), as of revision \(revision) of its routes.

            ```swift
            let link = try \(typeName)(url)
            let url = link.url(on: "\(links.exampleHost)")
            ```

            ## Into the app

            - Add this folder as a local package, and link the library `\(name)`. It needs Foundation only.
            - Merge `App/\(name).entitlements` into the app's entitlements, and for debug builds
              `App/\(name)-Debug.entitlements`, which goes past Apple's cache.
            \(scheme)- Hand every URL that the app is opened with to `\(typeName)`: those of `onOpenURL`, or of a scene's
              `NSUserActivity` and URL contexts. Where it throws, the error says why the URL is no link of the app:
              show its web page.
            \(links.uploadNote.map { "- \($0)\n" } ?? "")
            A router for SwiftUI and a scene's delegate for UIKit to start from come with `--router`. They belong to the
            app's own target, as does `App/\(typeName)+Title.swift`, which both need:

            ```swift
            WindowGroup {
                \(typeName)Stack { HomeView() }
            }
            ```

            With UIKit, name `\(typeName)SceneDelegate` as `UISceneDelegateClassName` in the scene manifest of the app's
            `Info.plist`.

            ## When the routes change

            ```sh
            \(command) --out DIR
            ```

            writes the files of this folder again: change none of them by hand. What the app's team adds stays, and so do
            the router and the delegate. A new route is a new case, so the app's `switch` does not compile until it says
            what to show. In the app's CI `--check DIR` instead of `--out DIR` fails when a file is missing or out of
            date. Both read the gateway's database, or with `--fleet FILE` a fleet file.

            """
    }
}
