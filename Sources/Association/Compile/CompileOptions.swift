package import DeepLinks

/// What is asked of a compiled file beside the routes.
package struct CompileOptions: Equatable, Sendable {
    /// Whether an AASA file also has `paths` for iOS 9 to 12.
    ///
    /// Default false.
    package var hasLegacyPaths: Bool
    /// The iOS apps whose rules end with an exclude of everything.
    ///
    /// For an exact name below a wildcard these are the apps of both tables: Apple may go on to the parent's file
    /// where no rule matches. Default none.
    package var closesApps: Set<AppID>

    /// Makes options.
    package init(hasLegacyPaths: Bool = false, closesApps: Set<AppID> = []) {
        self.hasLegacyPaths = hasLegacyPaths
        self.closesApps = closesApps
    }
}
