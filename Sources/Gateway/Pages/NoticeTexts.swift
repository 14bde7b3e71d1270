import DeepLinks

/// What people read where nothing is, in the languages that we have texts in.
struct NoticeTexts {
    /// What there is to say.
    enum Notice: CaseIterable {
        /// Nothing is here.
        case notFound
        /// The link's time is over.
        case gone
        /// The link cannot be looked up now.
        case unavailable
    }

    let title: String
    let text: String

    /// The texts in a language, or in what it is a kind of; English for a language that we have none in.
    init(_ notice: Notice, in language: LanguageTag) {
        (title, text) = Self.texts(notice, String(language.primary))
    }

    private static func texts(_ notice: Notice, _ language: String) -> (String, String) {
        switch notice {
        case .notFound:
            switch language {
            case "de":
                (
                    "Nicht gefunden",
                    "Unter dieser Adresse ist nichts. Vielleicht enthält der Link einen Tippfehler, oder er gilt nicht mehr."
                )
            case "fr":
                (
                    "Page introuvable",
                    "Il n’y a rien à cette adresse. Le lien contient peut-être une faute de frappe ou n’est plus utilisé."
                )
            case "es":
                (
                    "No encontrado",
                    "No hay nada en esta dirección. Puede que el enlace tenga una errata o que ya no se use."
                )
            case "ja": ("ページが見つかりません", "このアドレスには何もありません。リンクが間違っているか、使われなくなった可能性があります。")
            case "ar": ("الصفحة غير موجودة", "لا يوجد شيء في هذا العنوان. ربما كُتب الرابط خطأً أو لم يعد مستخدمًا.")
            default:
                ("Not found", "There is nothing at this address. The link may be mistyped or no longer in use.")
            }
        case .gone:
            switch language {
            case "de": ("Nicht mehr verfügbar", "Dieser Link ist abgelaufen.")
            case "fr": ("Plus disponible", "Ce lien a expiré.")
            case "es": ("Ya no está disponible", "Este enlace ha caducado.")
            case "ja": ("ご利用いただけません", "このリンクは有効期限が切れています。")
            case "ar": ("لم يعد متاحًا", "انتهت صلاحية هذا الرابط.")
            default: ("No longer available", "This link has expired.")
            }
        case .unavailable:
            switch language {
            case "de": ("Bitte gleich noch einmal versuchen", "Dieser Link lässt sich gerade nicht nachschlagen.")
            case "fr": ("Réessayez dans un instant", "Ce lien ne peut pas être consulté pour le moment.")
            case "es": ("Inténtelo de nuevo en un momento", "Este enlace no se puede consultar en este momento.")
            case "ja": ("しばらくしてからもう一度お試しください", "現在、このリンクを確認できません。")
            case "ar": ("حاول مرة أخرى بعد لحظة", "لا يمكن البحث عن هذا الرابط الآن.")
            default: ("Try again in a moment", "This link cannot be looked up right now.")
            }
        }
    }
}

/// The pages of ``Page`` in the languages that we have texts in; made once, for they are the same for all tenants.
enum NoticePages {
    /// The page for somebody who reads these languages, given as the value of `Accept-Language`; `nil` for the one in
    /// English, which ``Page`` has.
    static func page(_ notice: NoticeTexts.Notice, for languages: Span<UInt8>) -> [UInt8]? {
        guard languages.count > 0 else { return nil }
        let preference = LanguagePreference(String(decoding: [UInt8](copying: languages), as: UTF8.self))
        let language = preference.best(of: PageLabels.languages, standard: .english)
        return language == .english ? nil : pages[notice]?[language]
    }

    private static let pages: [NoticeTexts.Notice: [LanguageTag: [UInt8]]] = Dictionary(
        uniqueKeysWithValues: NoticeTexts.Notice.allCases.map { notice in
            (
                notice,
                Dictionary(
                    PageLabels.languages.map { ($0, html(notice, $0)) }, uniquingKeysWith: { first, _ in first })
            )
        })

    /// As ``Page/notFound`` is in English.
    private static func html(_ notice: NoticeTexts.Notice, _ language: LanguageTag) -> [UInt8] {
        let texts = NoticeTexts(notice, in: language)
        return Array(
            """
            <!doctype html>
            <html lang="\(language.text)"\(language.isRightToLeft ? " dir=\"rtl\"" : "")>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="color-scheme" content="light dark">
            <title>\(texts.title)</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 28rem; padding: 0 1rem }
            h1 { font-size: 1.5rem }
            </style>
            <main>
            <h1>\(texts.title)</h1>
            <p>\(texts.text)</p>
            </main>
            </html>

            """.utf8)
    }
}
