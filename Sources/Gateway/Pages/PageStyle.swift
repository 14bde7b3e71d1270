import DeepLinks

/// The style sheet of a tenant's pages: its colours, then rules that all pages share.
///
/// Nothing moves, so nobody has to ask for less motion (WCAG 2.2, success criterion 2.3.3), and every colour of a text,
/// a frame and the focus comes from ``PageColor/ink``, which differs enough from its ground (1.4.3, 1.4.11, 2.4.13).
struct PageStyle {
    let colors: PageColors

    /// The content of the `style` element.
    var text: String {
        let light = scheme(
            accent: colors.accent ?? Self.accent, background: colors.background ?? .white)
        let dark = scheme(
            accent: colors.darkAccent ?? colors.accent ?? Self.darkAccent,
            background: colors.darkBackground ?? Self.darkBackground)
        return ":root{\(light)}@media(prefers-color-scheme:dark){:root{\(dark)}}\(Self.rules)"
    }

    /// How much a button has to differ from what is behind it (WCAG 2.2, success criterion 1.4.11).
    static let leastFrameContrast = 3.0

    private static let accent = PageColor(red: 0x0B, green: 0x57, blue: 0xD0)
    private static let darkAccent = PageColor(red: 0xA8, green: 0xC7, blue: 0xFA)
    private static let darkBackground = PageColor(red: 0x12, green: 0x13, blue: 0x16)

    private func scheme(accent: PageColor, background: PageColor) -> String {
        let ink = background.ink
        let frame = accent.contrast(to: background) >= Self.leastFrameContrast ? accent : ink
        return "--a:\(accent.text);--i:\(accent.ink.text);--f:\(frame.text);--b:\(background.text);--t:\(ink.text)"
    }

    private static let rules = """
        html{background:var(--b);color:var(--t)}
        body{margin:0 auto;max-width:28rem;padding:8vh 1.25rem 2rem;font:1.125rem/1.5 system-ui,sans-serif}
        header{display:flex;align-items:center;gap:.75rem;font-weight:600;overflow-wrap:anywhere}
        img{border-radius:.75rem;flex:none;object-fit:contain}
        h1{font-size:1.5rem;line-height:1.3;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}
        p{margin:0 0 1rem;overflow-wrap:anywhere}
        a{display:block;margin:1rem 0;padding:.75rem 1rem;border:2px solid var(--t);border-radius:.75rem;color:var(--t);\
        text-align:center;text-decoration:none;overflow-wrap:anywhere}
        .open{background:var(--a);border-color:var(--f);color:var(--i);font-weight:600}
        a:hover{text-decoration:underline}
        a:focus-visible{outline:3px solid var(--t);outline-offset:3px}
        .mac .open,.mac .store{display:none}
        """
}
