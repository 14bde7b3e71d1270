// The links of notes that open notes-ios, as of revision d16ac502aa9e of its routes.
//
// Made by: postern code swift --tenant notes --app notes-ios

/// A link that opens the app.
public enum NotesLink: Hashable, Sendable {
    /// `/home`
    ///
    /// <https://go.notes.example/home>
    case home

    /// `/profile`
    ///
    /// <https://go.notes.example/profile>
    case profile

    /// `/settings`
    ///
    /// <https://go.notes.example/settings>
    case settings
}
