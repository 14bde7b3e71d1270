import DeepLinks

extension KotlinCode {
    /// How the sources come into an app, and how they follow the routes.
    var readme: String {
        """
        # \(name)

        The links of \(links.tenant) that open \(links.app.name), as of revision \(revision) of its routes.

        ```kotlin
        val link = \(typeName).parse(uri)
        val url = link.url("\(links.exampleHost)")
        ```

        ## Into the app

        1. Add the sources to the app's module. They need Kotlin 1.9 and its standard library; the tests need
           `kotlin("test")`.

           ```kotlin
           android {
               sourceSets {
                   getByName("main").kotlin.srcDir("DIR/src/main/kotlin")
                   getByName("test").kotlin.srcDir("DIR/src/test/kotlin")
               }
           }
           ```

        2. Merge the intent filters of `AndroidManifest.xml` into the activity that opens links. Their comments say
           where they take more than the routes.
        3. Hand the URL of every such intent to `\(typeName).parse`, as `intent.dataString`. Where it throws, the
           exception says why the URL is no link of the app: show its web page.
        4. The domains publish `assetlinks.json` together with their dynamic rules: there is nothing to do. Compare
           its fingerprints with the certificates that the app is signed with.
        \(links.uploadNote.map { "\n\($0)\n" } ?? "")
        ## When the routes change

        ```sh
        \(command) --out DIR
        ```

        writes the files of this folder again: change none of them by hand. A new route is a new type, so the app's
        `when` does not compile until it says what to show. In the app's CI `--check DIR` instead of `--out DIR` fails
        when a file is missing or out of date. Both read the gateway's database, or with `--fleet FILE` a
        fleet file.

        """
    }
}
