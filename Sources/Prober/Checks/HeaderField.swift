/// A header field of an answer.
package struct HeaderField: Hashable, Sendable {
    /// The name in lower case.
    package let name: String
    /// The value, without white space at its ends; bytes that are no UTF-8 are replaced.
    package let value: String

    /// Makes a field; the name is put in lower case.
    package init(name: String, value: String) {
        self.name = name.lowercased()
        self.value = value
    }
}

extension [HeaderField] {
    /// The value of the first field with the name, given in lower case.
    package func value(_ name: String) -> String? {
        first { $0.name == name }?.value
    }
}
