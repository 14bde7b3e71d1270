import Association
import Cryptography

extension Observation {
    /// What was seen, in the terms of a verdict; `nil` where it was given up at the end.
    var sighting: Sighting? {
        switch outcome {
        case .answered(200):
            guard let bodyDigest else { return .proberFault("the digest of the file is missing") }
            return .document(body, bodyDigest)
        case .answered(let status) where status == 404 || status == 410: return .missing("the answer is \(status)")
        case .answered(let status):
            let place = (300...399).contains(status) && status != 304 ? headers.value("location") : nil
            return .failing("the answer is \(status)" + (place.map { ", a redirect to \($0.prefix(200))" } ?? ""))
        case .failed(let failure):
            switch failure {
            case .cancelled: return nil
            case .deferred, .noRoute, .timedOut(.queue): return .notAsked(gist)
            case .blocked: return .blocked(gist)
            case .internalFault, .noNameServer: return .proberFault(gist)
            case .bodyTooLarge, .headersTooLarge, .malformed, .cutShort, .undecodable: return .failing(gist)
            case .unresolved, .nameServerFailed, .connectFailed, .tls, .timedOut, .closed:
                return .unreachable(gist)
            }
        }
    }

    /// The same of Apple's network or Google's API: what they do not answer as they should says nothing of the host.
    var answer: Sighting? {
        guard let silence else { return sighting }
        switch outcome {
        case .failed(.cancelled), .failed(.deferred), .failed(.timedOut(.queue)), .failed(.internalFault):
            return sighting
        default: return .unreachable(silence)
        }
    }

    /// Why what came of Apple's network or Google's API says nothing of the host, in a clause without a full stop; `nil`
    /// where it says something.
    var silence: String? {
        switch outcome {
        case .failed(let failure): return failure.description
        case .answered(200):
            if vantage == .googleDAL {
                guard let answer = GoogleAnswer(self) else { return "its answer is none of its API" }
                return answer.misunderstands ? "it does not understand the question" : nil
            }
            // Apple hands out nothing but JSON: a page is somebody else's, on the way.
            let first = body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? nil : "its answer is no JSON"
        case .answered(let status):
            let isAbsence = vantage == .appleCDN && (appleFailure != nil || [404, 405, 410].contains(status))
            return isAbsence ? nil : "it answers \(status)" + (GoogleAnswer.complaint(self).map { ": \($0)" } ?? "")
        }
    }
}
