import HTTPWire

/// A parsed request as a value that tests compare.
struct ParsedRequest: Equatable {
    struct Field: Equatable {
        var name: String
        var value: String
    }

    var method: String
    var knownMethod: HTTPMethod
    var form: TargetForm
    var path: String
    var query: String?
    var host: String?
    var accept: String?
    var minorVersion: UInt8
    var keepsAlive: Bool
    var expectsContinue: Bool
    var body: BodyFraming
    var length: Int
    var fields: [Field]

    init(_ view: borrowing RequestView) {
        method = String(view.methodName)
        knownMethod = view.method
        form = view.summary.form
        path = String(view.path)
        query = String(ifAny: view.query)
        host = String(ifAny: view.host)
        accept = String(ifAny: view.accept)
        minorVersion = view.summary.minorVersion
        keepsAlive = view.summary.keepsAlive
        expectsContinue = view.summary.expectsContinue
        body = view.summary.body
        length = view.summary.headLength
        fields = []
        for index in 0..<view.summary.fieldCount {
            fields.append(Field(name: String(view.fieldName(at: index)), value: String(view.fieldValue(at: index))))
        }
    }
}

extension String {
    /// The bytes as Latin-1, so that every byte is seen.
    init(_ bytes: Span<UInt8>) {
        self = ""
        for index in bytes.indices { unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    }

    /// The bytes as Latin-1, when there are any.
    init?(ifAny bytes: Span<UInt8>?) {
        guard let bytes else { return nil }
        self.init(bytes)
    }

    /// The characters as Latin-1 bytes.
    var latin1: [UInt8] {
        unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}

/// What became of a request.
enum Outcome: Equatable {
    case request(ParsedRequest)
    case needMore
    case invalid(HTTPParseError)

    /// Parses bytes that arrive in pieces.
    ///
    /// - Parameters:
    ///   - bytes: All of them.
    ///   - cuts: Where pieces end, ascending.
    ///   - limits: The limits.
    init(_ bytes: [UInt8], cuts: [Int] = [], limits: RequestLimits = RequestLimits()) {
        var parser = RequestParser()
        var head = RequestHead(limits: limits)
        self = .needMore
        for end in cuts + [bytes.count] {
            self = Outcome(bytes.span.extracting(0..<end), &parser, &head, limits)
            if self != .needMore { return }
            // Another connection uses the same head between two pieces.
            var other = RequestParser()
            _ = Outcome("PUT /other?x HTTP/1.0\r\nHost: other\r\n\r\n".latin1.span, &other, &head, limits)
        }
    }

    init(_ text: String, limits: RequestLimits = RequestLimits()) {
        self.init(text.latin1, limits: limits)
    }

    init(
        _ bytes: Span<UInt8>,
        _ parser: inout RequestParser,
        _ head: inout RequestHead,
        _ limits: RequestLimits
    ) {
        switch parser.parse(bytes, into: &head, limits: limits) {
        case .needMore: self = .needMore
        case .invalid(let error): self = .invalid(error)
        case .complete(let consumed):
            let parsed = ParsedRequest(head.view(over: bytes))
            precondition(parsed.length == consumed)
            self = .request(parsed)
        }
    }

    var request: ParsedRequest? {
        guard case .request(let request) = self else { return nil }
        return request
    }
}
