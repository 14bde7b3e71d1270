import Glibc

/// The variables that the process was started with, and its number.
package enum ProcessEnvironment {
    /// The number of the process.
    package static var processNumber: Int32 { getpid() }

    /// The value of a variable; `nil` when it is not set.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    package static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
