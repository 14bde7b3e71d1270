import Glibc

/// The variables that the process was started with.
package enum ProcessEnvironment {
    /// The value of a variable; `nil` when it is not set.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    package static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
