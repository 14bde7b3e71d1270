// The links of notes that open notes-ios. Revision 1baf6ba386e5 of its routes; to make it again:
//
//     postern code swift --tenant notes --app notes-ios

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
