import JSONText

/// What Apple's network says when it could not get a file: its header fields, decoded.
///
/// No official list of codes exists; a code that is not known here is kept as it came.
package struct AppleFailure: Hashable, Sendable {
    /// `SWCERR00101`, or the whole text when it has another form.
    package let code: String
    /// The text behind the code.
    package let reason: String
    /// `Apple-Failure-Details` as it came.
    package let details: String?
    /// `Apple-Try-Direct`: whether a device should ask the host itself; what devices make of it is not known.
    package let triesDirect: Bool?

    /// Reads the header fields of an answer; `nil` when it tells no failure.
    package init?(_ headers: [HeaderField]) {
        guard let text = headers.value("apple-failure-reason") else { return nil }
        if let space = text.firstIndex(of: " "), text.hasPrefix("SWCERR") {
            code = String(text[..<space])
            reason = String(text[text.index(after: space)...])
        } else {
            code = text
            reason = ""
        }
        details = headers.value("apple-failure-details")
        triesDirect = headers.value("apple-try-direct").flatMap { ["true": true, "false": false][$0.lowercased()] }
    }

    /// The status that Apple got, or what went wrong: of the details, else of the reason.
    package var cause: String? {
        let status = "Bad HTTP Response: "
        return detailedCause ?? (reason.hasPrefix(status) ? String(reason.dropFirst(status.count)) : nil)
    }

    private var detailedCause: String? {
        guard let details, let node = try? JSONReader.read(Array(details.utf8), grammar: .rfc8259),
            case .object(let members) = node.value
        else { return nil }
        for name in ["status", "cause"] {
            if case .string(let text)? = members.first(where: { $0.name == name })?.node.value { return text }
        }
        return nil
    }

    /// What kind of failure it is, by the hundreds of the code.
    package var kind: Kind {
        guard code.hasPrefix("SWCERR"), code.utf8.count == 11, let number = Int(code.dropFirst(6)) else {
            return .unknown
        }
        return switch number {
        case 101: .badStatus
        case 202: .privateAddress
        case 301: .timeout
        case 401: .badContent
        default: .unknown
        }
    }

    /// A kind of failure that is known from observation.
    package enum Kind: String, Sendable, CaseIterable {
        /// The host answered with another status than 200.
        case badStatus = "bad-status"
        /// The host's name leads to a private address.
        case privateAddress = "private-address"
        /// The host did not answer in time.
        case timeout
        /// The file is no JSON.
        case badContent = "bad-content"
        /// A code that is not known.
        case unknown
    }

    /// What Apple saw, in a clause without a full stop; an unknown code verbatim.
    package var message: String {
        let tail = cause.map { " (\($0))" } ?? ""
        return switch kind {
        case .badStatus: "Apple's fetcher was answered with \(cause ?? reason)"
        case .privateAddress: "the name leads Apple to a private or reserved address"
        case .timeout: "the host did not answer Apple in time\(tail)"
        case .badContent: "Apple could not read the file as JSON\(tail)"
        case .unknown: "Apple says: \(code)\(reason.isEmpty ? "" : " \(reason)")\(details.map { " \($0)" } ?? "")"
        }
    }

    /// What to do, in a clause without a full stop.
    package var advice: String {
        switch kind {
        case .badStatus where cause?.hasPrefix("404") == true || cause?.hasPrefix("410") == true:
            "serve the file at /.well-known/apple-app-site-association, to every user agent and address"
        case .badStatus where cause?.hasPrefix("3") == true:
            "answer 200 with the file at this very URL: Apple follows no redirect; look for rules that lead to another host,"
                + " to https or to a slash at the end"
        case .badStatus where cause?.hasPrefix("5") == true:
            "see the log of the server, and of what it gets its answers from; Apple asks again by itself"
        case .badStatus:
            "answer 200 to every user agent and address: look for a firewall, a bot challenge, a geo block, a login or"
                + " a rate limit in front of /.well-known/"
        case .privateAddress: "publish only public addresses for the name in public DNS"
        case .timeout:
            "answer within a second from everywhere: look for a firewall that drops Apple's packets, a dead address"
                + " among the name's records, and cold starts"
        case .badContent: "serve the JSON file itself, without comments, byte order mark or HTML"
        case .unknown: "compare with what the host itself answers to AASA-Bot/1.0.0; the code is not documented"
        }
    }
}
