/// The service that runs all checks of one domain; safe from any thread.
package protocol DomainChecking: Sendable {
    /// Checks a domain.
    ///
    /// - Parameters:
    ///   - target: What to check.
    ///   - completion: Is called once, on a thread of the service, with the report; it must be short.
    func check(_ target: ProbeTarget, completion: @escaping @Sendable (DomainReport) -> Void)
}
