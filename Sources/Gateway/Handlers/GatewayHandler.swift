import HTTPServer
import HTTPWire

/// Answers requests for tenants' domains from the pinned routing table.
///
/// One per loop, confined to its thread. A request that waits for no link allocates nothing, counts no reference and
/// takes no lock.
final class GatewayHandler: RequestHandler {
    // One value: each use of a class's property is checked against changes at the same time, so there is one a request.
    private var gateway: LoopGateway

    /// Makes the handler of one loop.
    init(
        fleet: ServedFleet, links: ServedLinks, source: any LinkSource, challenges: ServedChallenges,
        redirectsToHTTPS: Bool = false, context: HandlerContext
    ) {
        gateway = LoopGateway(
            fleet: fleet, links: links, source: source, challenges: challenges, redirectsToHTTPS: redirectsToHTTPS,
            context: context)
    }

    func turnBegins() { gateway.turnBegins() }

    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult {
        gateway.handle(request, &response, &record, deferral)
    }

    func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {
        gateway.resume(completion, &response, &record)
    }
}
