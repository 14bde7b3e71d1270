import DeepLinks
import HTTPWire

extension Client {
    /// Who asks, by the User-Agent field and the client hints of a request.
    init(_ request: borrowing RequestView) {
        if let userAgent = request.field(named: "user-agent") {
            self.init(userAgent: userAgent)
        } else {
            self.init()
        }
        refine(
            platformHint: request.field(named: "sec-ch-ua-platform"),
            mobileHint: request.field(named: "sec-ch-ua-mobile"))
    }
}
