import Glibc
import Platform

/// Who gives a command, for the audit log.
enum Actor {
    /// `POSTERN_ACTOR` where it is set, else the login name, behind sudo that of the person who typed it.
    ///
    /// At most 200 bytes.
    static var current: String {
        for name in ["POSTERN_ACTOR", "SUDO_USER", "USER", "LOGNAME"] {
            if let value = ProcessEnvironment.value(name), !value.isEmpty { return cut(value) }
        }
        return "uid \(getuid())"
    }

    private static func cut(_ text: String) -> String {
        var result = ""
        for character in text where result.utf8.count + character.utf8.count <= 200 { result.append(character) }
        return result
    }
}
