extension HeadReader {
    /// Judges what depends on the whole header section: host, framing, and what becomes of the connection.
    @inline(__always)
    mutating func conclude(_ limits: borrowing RequestLimits) throws(ReadStop) {
        try concludeHost(limits.host)
        if sightings.transferEncodings > 0 || sightings.contentLengths > 0 { try concludeFraming() }
        let isCurrent = summary.minorVersion > 0
        summary.keepsAlive = !sightings.wantsClose && (isCurrent || sightings.wantsKeepAlive)
        // RFC 9110 section 10.1.1: an HTTP/1.0 client does not wait.
        summary.expectsContinue = sightings.expectsContinue && isCurrent && summary.body != .none
    }

    /// RFC 9112 section 3.2.
    @inline(__always)
    private mutating func concludeHost(_ rule: HostRule) throws(ReadStop) {
        guard sightings.hosts <= 1 else { throw .invalid(.repeatedHost) }
        if case .required = rule {
            if sightings.hosts == 0 {
                guard summary.minorVersion == 0 else { throw .invalid(.missingHost) }
            } else {
                let host = sightings.host.indices
                guard !host.isEmpty, Self.isHost(bytes, host) else { throw .invalid(.invalidHost) }
            }
        }
        // A host in the target has precedence: RFC 9112 section 3.2.2.
        guard sightings.hosts == 1, !summary.hasHost else { return }
        summary.host = sightings.host
        summary.hasHost = true
    }

    /// RFC 9112 sections 6.1 and 6.3.
    @inline(never)
    private mutating func concludeFraming() throws(ReadStop) {
        if sightings.transferEncodings > 0 {
            guard sightings.contentLengths == 0 else { throw .invalid(.conflictingLengths) }
            guard summary.minorVersion > 0 else { throw .invalid(.unexpectedTransferEncoding) }
            guard sightings.transferEncodings == 1 else { throw .invalid(.invalidTransferEncoding) }
            guard sightings.isChunked else { throw .invalid(.unsupportedTransferEncoding) }
            summary.body = .chunked
        } else {
            guard sightings.contentLengths == 1 else { throw .invalid(.repeatedContentLength) }
            summary.body = sightings.contentLength == 0 ? .none : .length(sightings.contentLength)
        }
    }
}
