extension JSONWriter {
    /// Writes a member with a string.
    package mutating func member(_ name: String, _ value: String) {
        self.name(name)
        write(value)
    }

    /// Writes a member with an integer.
    package mutating func member(_ name: String, _ value: some BinaryInteger) {
        self.name(name)
        write(value)
    }

    /// Writes a member with a Boolean.
    package mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        write(value)
    }

    /// Writes a member with an array of strings.
    package mutating func member(_ name: String, _ values: [String]) {
        self.name(name)
        beginArray()
        for value in values { write(value) }
        endArray()
    }
}
