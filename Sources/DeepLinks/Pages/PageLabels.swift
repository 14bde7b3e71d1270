/// What stands on the buttons and links of a page.
package struct PageLabels: Equatable, Sendable {
    /// Opens the app.
    package var open: String
    /// Goes on to the web destination.
    package var web: String
    /// Leads to the App Store.
    package var appStore: String
    /// Leads to Google Play.
    package var googlePlay: String

    /// The languages that we have labels in.
    package static let languages = ["en", "de", "fr", "es", "ja", "ar"].compactMap { LanguageTag($0) }

    /// Our labels in a language, or in what it is a kind of; English for a language that we have none in.
    static func ours(in language: LanguageTag) -> PageLabels {
        switch language.primary {
        case "de":
            PageLabels(
                open: "In der App öffnen", web: "Weiter im Browser", appStore: "Laden im App Store",
                googlePlay: "Jetzt bei Google Play")
        case "fr":
            PageLabels(
                open: "Ouvrir dans l’application", web: "Continuer dans le navigateur",
                appStore: "Télécharger dans l’App Store", googlePlay: "Disponible sur Google Play")
        case "es":
            PageLabels(
                open: "Abrir en la aplicación", web: "Continuar en el navegador",
                appStore: "Descargar en el App Store", googlePlay: "Disponible en Google Play")
        case "ja":
            PageLabels(
                open: "アプリで開く", web: "ブラウザで続ける", appStore: "App Store からダウンロード",
                googlePlay: "Google Play で入手")
        case "ar":
            PageLabels(
                open: "افتح في التطبيق", web: "تابع في المتصفح", appStore: "نزّل من App Store",
                googlePlay: "احصل عليه من Google Play")
        default:
            PageLabels(
                open: "Open in the app", web: "Continue in the browser", appStore: "Download on the App Store",
                googlePlay: "Get it on Google Play")
        }
    }

    /// Whether we have labels in a language.
    static func has(_ language: LanguageTag) -> Bool { languages.contains { $0.primary == language.primary } }
}
