/// The one script there is, on pages for "Mac or iPad" alone: a Mac has no touch screen and no use for the app of an
/// iPad, so what leads to the app goes (case 78).
///
/// Without it everything stays.
enum PageScript {
    /// The content of the `script` element.
    static let text: StaticString = "if(!(navigator.maxTouchPoints>1))document.documentElement.className=\"mac\""
}
