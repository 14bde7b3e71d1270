package import Cryptography
package import HTTP2
package import HTTPWire

/// What a server has counted since it was made, summed over its loops.
package struct ServerStatistics: Sendable {
    /// Connections that are open now.
    package internal(set) var openConnections = 0
    /// Replies that are owed now.
    package internal(set) var owedReplies = 0
    /// Connections that were accepted.
    package internal(set) var accepted = 0
    /// Accepted connections that another loop took over.
    package internal(set) var handedOver = 0
    /// Accepted connections that were answered 503 and closed, because of a limit on connections.
    package internal(set) var refused = 0
    /// Times that accepting was put off because no descriptor was left.
    package internal(set) var acceptPauses = 0
    /// Answers with a status of 200 to 299.
    package internal(set) var success = 0
    /// Answers with a status of 300 to 399.
    package internal(set) var redirection = 0
    /// Answers with a status of 400 to 499, and deferred replies that nobody was left to get.
    package internal(set) var clientError = 0
    /// Answers with a status of 500 to 599.
    package internal(set) var serverError = 0
    /// Bytes of all answers.
    package internal(set) var bytesSent = 0
    /// Replies that were deferred.
    package internal(set) var deferred = 0
    /// Replies that were answered 503 because too many were deferred.
    package internal(set) var deferredRefused = 0
    /// Completions of replies that were no longer owed.
    package internal(set) var completionsDropped = 0
    /// Connections whose header block did not come in time.
    package internal(set) var headerExpired = 0
    /// Requests whose content did not come in time.
    package internal(set) var bodyExpired = 0
    /// Connections that were closed because no further request came in time.
    package internal(set) var idleExpired = 0
    /// Connections whose peer did not take the answer in time.
    package internal(set) var writeExpired = 0
    /// Deferred replies that were answered 503 because no completion came in time.
    package internal(set) var deferredReplyExpired = 0
    /// Connections that were closed although the peer had not closed its end in time.
    package internal(set) var lingerExpired = 0
    /// Connections that were closed because their peer may not speak the PROXY protocol where it is expected.
    package internal(set) var proxyRefused = 0
    /// Connections that were closed because they did not begin with a PROXY header where one is expected.
    package internal(set) var proxyInvalid = 0
    /// Connections whose PROXY header did not come in time.
    package internal(set) var proxyExpired = 0
    /// TLS handshakes that are under way now.
    package internal(set) var handshakesUnderWay = 0
    /// TLS handshakes that were completed.
    package internal(set) var handshakes = 0
    /// Completed handshakes that began with a ticket.
    package internal(set) var handshakesResumed = 0
    /// Connections whose TLS handshake did not end in time.
    package internal(set) var handshakesExpired = 0
    /// Connections that were closed because too many handshakes were under way.
    package internal(set) var handshakesRefused = 0
    /// Connections that their peer closed during the handshake.
    package internal(set) var handshakesLost = 0
    /// Requests answered 421: their host is outside the connection's certificate.
    package internal(set) var misdirected = 0
    /// Connections that spoke HTTP/2.
    package internal(set) var multiplexed = 0
    /// Requests that came by HTTP/2.
    package internal(set) var streamRequests = 0
    /// Requests that came by HTTP/2 and were not looked at: their client takes too little of what it asked before.
    package internal(set) var streamsRefused = 0
    /// HTTP/2 connections that had to end, by reason; reasons that did not happen are left out.
    package internal(set) var streamFailures: [HTTP2Failure: Int] = [:]
    /// TLS sessions that failed, by reason; reasons that did not happen are left out.
    package internal(set) var tlsFailures: [TLSServerFailure: Int] = [:]
    /// Records that found their ring full.
    package internal(set) var recordsDropped = 0
    /// Requests that could not be read, by error; errors that did not happen are left out.
    package internal(set) var parseErrors: [HTTPParseError: Int] = [:]

    mutating func add(_ counters: LoopCounters) {
        accepted += counters[.accepted]
        handedOver += counters[.handedOver]
        refused += counters[.refused]
        acceptPauses += counters[.acceptPauses]
        success += counters[.success]
        redirection += counters[.redirection]
        clientError += counters[.clientError]
        serverError += counters[.serverError]
        bytesSent += counters[.bytesSent]
        deferred += counters[.deferred]
        deferredRefused += counters[.deferredRefused]
        completionsDropped += counters[.completionsDropped]
        headerExpired += counters[.headerExpired]
        bodyExpired += counters[.bodyExpired]
        idleExpired += counters[.idleExpired]
        writeExpired += counters[.writeExpired]
        deferredReplyExpired += counters[.deferredReplyExpired]
        lingerExpired += counters[.lingerExpired]
        proxyRefused += counters[.proxyRefused]
        proxyInvalid += counters[.proxyInvalid]
        proxyExpired += counters[.proxyExpired]
        handshakes += counters[.handshakes]
        handshakesResumed += counters[.handshakesResumed]
        handshakesExpired += counters[.handshakesExpired]
        handshakesRefused += counters[.handshakesRefused]
        handshakesLost += counters[.handshakesLost]
        misdirected += counters[.misdirected]
        multiplexed += counters[.multiplexed]
        streamRequests += counters[.streamRequests]
        streamsRefused += counters[.streamsRefused]
        for failure in HTTP2Failure.allCases where counters.failures(failure) > 0 {
            streamFailures[failure, default: 0] += counters.failures(failure)
        }
        for failure in TLSServerFailure.allCases where counters.failures(failure) > 0 {
            tlsFailures[failure, default: 0] += counters.failures(failure)
        }
        for (index, error) in HTTPParseError.allCases.enumerated() where counters.parseErrors(index) > 0 {
            parseErrors[error, default: 0] += counters.parseErrors(index)
        }
    }
}
