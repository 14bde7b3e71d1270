import CommandLine
import DeepLinks

/// `postern route add`: gives a tenant a route.
struct RouteAdd: TenantEdit {
    private static let pattern = Positional("PATTERN", "the URLs it is about: /products/{id}?color={color?}")
    private static let web = Option("web", "TEMPLATE", "where a browser goes: https://www.acme.example/p/{id}?{query}")
    private static let links = Flag("links", "the capture names a link, which has a destination of its own")
    private static let domain = Option(
        "domain", "HOST", "a domain that it holds for; all domains of the tenant by default", isRepeated: true)
    private static let opens = Option(
        "opens", "APP", "all (by default), none, or an app that these URLs open", isRepeated: true)
    private static let schemeURL = Option(
        "scheme-url", "TEMPLATE", "the app's scheme URL without the scheme: product/{id}; the pattern's path by default"
    )
    private static let example = Option(
        "example", "URL", "a URL or path that this route must decide, checked at every write", isRepeated: true)
    private static let before = Option("before", "ROUTE", "the route to stand before; last by default")

    static let spec = CommandSpec(
        "route add", "Gives a tenant a route: the first route that matches decides.",
        positionals: [.route, pattern],
        options: [Option.tenant.required, web, domain, opens, schemeURL, example, before, .database], flags: [links],
        forms: [
            "ROUTE PATTERN --tenant\u{A0}NAME (--web\u{A0}TEMPLATE | --links) [--domain\u{A0}HOST]..."
                + " [--opens\u{A0}APP]... [--scheme-url\u{A0}TEMPLATE] [--example\u{A0}URL]... [--before\u{A0}ROUTE]"
                + " [--database\u{A0}URL]"
        ],
        examples: [
            .init(
                "a product page",
                "postern route add product '/products/{id}' --tenant acme --web 'https://www.acme.example/p/{id}'"),
            .init("campaign links", "postern route add campaign '/c/{slug}' --tenant acme --links"),
        ])

    let tenant: TenantName
    let database: DatabaseAddress
    private let route: Route
    private let next: RouteName?

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        let destination: RouteDestination
        switch (arguments.has(Self.web), arguments.has(Self.links)) {
        case (true, false): destination = .web(try arguments.required(Self.web))
        case (false, true): destination = .links
        default: throw arguments.combination("give either --web TEMPLATE or --links")
        }
        route = Route(
            name: try arguments.required(.route), pattern: try arguments.required(Self.pattern),
            opens: try readSelection(Self.opens.spelling, arguments.texts(Self.opens).flatMap(readList)),
            destination: destination,
            domains: arguments.has(Self.domain) ? try arguments.all(Self.domain) : nil,
            schemeURL: try arguments.parsed(Self.schemeURL), examples: arguments.texts(Self.example))
        next = try arguments.checked(Self.before)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        guard !tenant.routes.contains(where: { $0.name == route.name }) else {
            throw CommandFailure(.refused, "tenant \(tenant.name) has a route '\(route.name)' already")
        }
        let place = try next.map { try tenant.index(ofRoute: $0) } ?? tenant.routes.count
        tenant.routes.insert(route, at: place)
        return "route \(route.name) added as number \(place + 1) of \(tenant.routes.count)"
    }
}
