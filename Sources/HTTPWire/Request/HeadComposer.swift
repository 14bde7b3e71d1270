/// Writes the head of an HTTP/2 request in the form of HTTP/1.1, so that one parser judges the requests of both.
///
/// It lets nothing through that would mean more in the other form than it did in its own: pseudo-header fields become
/// request line and Host only when they are what can stand there, and a value never ends its line. What is left to judge
/// (the query, the length of the content, the limits) is the parser's.
///
/// One per connection; in the steady state it allocates nothing. Of cookies that come in pieces (RFC 9113 section 8.2.3) the
/// first stands for all, for no handler reads them and browsers send more of them than a request may have fields.
package struct HeadComposer: ~Copyable {
    private var text = ByteMemory(capacity: 1_024)
    private var pseudoFields = PseudoFields()
    private var hasBegun = false
    private var hasHost = false
    private var hasCookie = false
    private let room: Int

    /// What is wrong with the request; `nil` while nothing is.
    package private(set) var error: HTTPParseError?

    /// Bytes of all fields so far as RFC 9113 section 6.5.2 counts them: 32 for each besides its name and value.
    package private(set) var listSize = 0

    /// Makes a composer at the beginning of a request.
    package init(limits: RequestLimits) {
        room = limits.head
    }

    /// The head, once it has ended without an error.
    package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { text.bytes }
    }

    /// Forgets the request, and gives back memory beyond what most requests need.
    package mutating func reset() {
        text.reset(keeping: 4_096)
        pseudoFields.reset()
        hasBegun = false
        hasHost = false
        hasCookie = false
        error = nil
        listSize = 0
    }

    /// Takes the next field; once something is wrong, fields are only counted.
    package mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        listSize &+= name.count &+ value.count &+ 32
        guard error == nil else { return }
        do throws(HTTPParseError) {
            guard text.count &+ pseudoFields.count &+ name.count &+ value.count <= room else {
                throw .headerSectionTooLong
            }
            // RFC 9113 section 8.2.1.
            guard value.isFieldValue, !value.hasBlankAtAnEnd else { throw .invalidFieldValue }
            if !name.isEmpty, name[0] == ASCII.colon {
                guard !hasBegun else { throw .invalidPseudoField }
                try pseudoFields.append(name: name, value: value)
            } else {
                try appendField(name, value)
            }
        } catch {
            self.error = error
        }
    }

    /// Ends the head.
    package mutating func end() {
        guard error == nil else { return }
        do throws(HTTPParseError) {
            try begin()
            endLine()
        } catch {
            self.error = error
        }
    }

    /// Writes the request line, once no pseudo-header field can follow.
    private mutating func begin() throws(HTTPParseError) {
        guard !hasBegun else { return }
        hasBegun = true
        try pseudoFields.writeRequestLine(to: &text)
    }

    private mutating func appendField(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(HTTPParseError) {
        try begin()
        guard name.isLowerCaseToken else { throw .invalidFieldName }
        guard !name.isOfConnection, !name.equals("te") || value.equals("trailers") else { throw .connectionField }
        if name.equals("host") {
            guard !hasHost else { throw .repeatedHost }
            hasHost = true
            // RFC 9113 section 8.3.1.
            if let isSame = pseudoFields.isAuthority(value) {
                guard isSame else { throw .conflictingHosts }
                return
            }
        }
        if name.equals("cookie") {
            guard !hasCookie else { return }
            hasCookie = true
        }
        text.append(name)
        text.append(ASCII.colon)
        text.append(ASCII.space)
        text.append(value)
        endLine()
    }

    private mutating func endLine() {
        text.append(ASCII.carriageReturn)
        text.append(ASCII.lineFeed)
    }
}

extension Span where Element == UInt8 {
    /// Whether these bytes are a field name as HTTP/2 writes it: RFC 9113 section 8.2.1.
    fileprivate var isLowerCaseToken: Bool {
        for index in indices where !ASCII.isToken(self[index]) || ASCII.folded(self[index]) != self[index] {
            return false
        }
        return !isEmpty
    }

    /// Whether the first or last byte is a blank.
    fileprivate var hasBlankAtAnEnd: Bool { !isEmpty && (ASCII.isBlank(self[0]) || ASCII.isBlank(self[count - 1])) }

    /// Whether these bytes name a field that speaks of a connection of HTTP/1.1: RFC 9113 section 8.2.2.
    fileprivate var isOfConnection: Bool {
        equals("connection") || equals("keep-alive") || equals("proxy-connection") || equals("transfer-encoding")
            || equals("upgrade")
    }
}
