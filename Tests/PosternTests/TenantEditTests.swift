import CommandLine
import DeepLinks
import Platform
import Testing

@testable import postern

/// What the commands do to a tenant's value; the database is not asked.
@Suite struct TenantEditTests {
    /// A tenant with one of each.
    private static func acme() throws -> Tenant {
        Tenant(
            name: try #require(TenantName("acme")), web: try URLTemplate("https://www.acme.example/"),
            apps: [
                App(
                    name: try #require(AppName("shop")),
                    identity: .ios(try #require(AppID("8K4QZN7WXT.example.acme.shop")), storeID: nil))
            ],
            domains: [Domain(name: try DomainName("go.acme.example"), state: .live, isAttested: true)],
            routes: [
                Route(
                    name: try #require(RouteName("product")), pattern: try RoutePattern("/products/{id}"),
                    destination: .web(try URLTemplate("https://www.acme.example/p/{id}"))),
                Route(
                    name: try #require(RouteName("campaign")), pattern: try RoutePattern("/c/{slug}"),
                    destination: .links),
            ])
    }

    /// Runs the line's command on the tenant.
    @discardableResult
    private func edit(_ tenant: inout Tenant, _ words: String...) throws -> String {
        guard case .command(let arguments) = try Program.postern.parse(words + ["--database=postgresql:///fleet"])
        else {
            throw CommandFailure(.software, "no command")
        }
        let command = try #require(Program.command(of: arguments.spec).init(arguments) as? any TenantEdit)
        return try command.apply(to: &tenant)
    }

    @Test func `a page's settings are those of the fleet file, in any language`() throws {
        var tenant = try Self.acme()
        try edit(
            &tenant, "tenant", "set", "acme", "page.name=Acme = Shop", "page.colors.accent=#0A7D4F",
            "page.language=de", "page.texts.pt-br.open=Abrir", "page.texts.de.title=Hallo",
            "page.icon=data:image/png;base64,iVBORw0KGgoB", "page.appHost=GO.acme.example")
        #expect(tenant.page.name == "Acme = Shop" && tenant.page.language.text == "de")
        #expect(tenant.page.colors.accent?.text == "#0a7d4f" && tenant.page.appHost?.text == "go.acme.example")
        #expect(tenant.page.texts[try #require(LanguageTag("pt-BR"))]?.open == "Abrir")
        #expect(tenant.page.texts[try #require(LanguageTag("de"))]?.title == "Hallo")
        try edit(
            &tenant, "tenant", "set", "acme", "page.name=", "page.colors.accent=", "page.language=",
            "page.texts.pt-BR.open=", "page.texts.de.title=", "page.icon=", "page.appHost=")
        #expect(tenant.normalized().page == TenantPage())
        for word in ["page.texts.deutsch.open=x", "page.texts.de.opens=x", "page.texts.de=x", "page.texts.LANG.open=x"]
        {
            #expect(throws: UsageError.self) { try edit(&tenant, "tenant", "set", "acme", word) }
        }
        for word in ["page.colors.accent=red", "page.icon=@/no/such/file", "page.icon=x", "page.language=-"] {
            #expect(throws: CommandFailure.self) { try edit(&tenant, "tenant", "set", "acme", word) }
        }
    }

    @Test func `a route is added last, or before another, with all its settings`() throws {
        var tenant = try Self.acme()
        let message = try edit(
            &tenant, "route", "add", "sale", "/sale/{id}?color={color?}", "--tenant", "acme", "--web",
            "https://www.acme.example/s/{id}", "--domain", "go.acme.example", "--opens", "shop", "--scheme-url",
            "sale/{id}",
            "--example", "/sale/1", "--example", "/sale/2", "--before", "campaign")
        #expect(message == "route sale added as number 2 of 3")
        #expect(tenant.routes.map(\.name.text) == ["product", "sale", "campaign"])
        let route = tenant.routes[1]
        #expect(route.pattern.text == "/sale/{id}?color={color?}")
        #expect(route.opens == .only([try #require(AppName("shop"))]))
        #expect(route.domains?.map(\.text) == ["go.acme.example"])
        #expect(route.schemeURL?.text == "sale/{id}")
        #expect(route.examples == ["/sale/1", "/sale/2"])

        try edit(&tenant, "route", "add", "rest", "/{rest*}", "--tenant", "acme", "--web", "https://www.acme.example/")
        #expect(tenant.routes.last?.name.text == "rest")
        #expect(tenant.routes.last?.domains == nil)
        #expect(tenant.routes.last?.opens == .all)
    }

    @Test func `a route is moved before another or to the end`() throws {
        var tenant = try Self.acme()
        try edit(&tenant, "route", "move", "campaign", "--tenant", "acme", "--before", "product")
        #expect(tenant.routes.map(\.name.text) == ["campaign", "product"])
        try edit(&tenant, "route", "move", "campaign", "--tenant", "acme", "--last")
        #expect(tenant.routes.map(\.name.text) == ["product", "campaign"])
    }

    @Test func `set takes every setting of a route by its name in the fleet file`() throws {
        var tenant = try Self.acme()
        try edit(
            &tenant, "route", "set", "product", "--tenant", "acme", "pattern=/p/{id:int}", "opens=none",
            "web=https://shop.acme.example/{id}?a=b", "domains=go.acme.example, *.acme.example", "schemeURL=p/{id}",
            "examples=/p/1,2 /p/3", "starts=2027-01-01T00:00:00+01:00", "ends=2028-01-01T00:00:00Z", "status=301",
            "maxAge=60")
        let route = tenant.routes[0]
        #expect(route.pattern.text == "/p/{id:int}")
        #expect(route.opens == .none)
        #expect(route.destination == .web(try URLTemplate("https://shop.acme.example/{id}?a=b")))
        #expect(route.domains?.map(\.text) == ["go.acme.example", "*.acme.example"])
        #expect(route.schemeURL?.text == "p/{id}")
        #expect(route.examples == ["/p/1,2", "/p/3"])
        #expect(route.lifeSpan.start?.description == "2026-12-31T23:00:00Z")
        #expect(route.lifeSpan.end?.description == "2028-01-01T00:00:00Z")
        #expect(route.redirect == RedirectPolicy(status: 301, maxAge: 60))

        try edit(
            &tenant, "route", "set", "product", "--tenant", "acme", "opens=", "domains=", "schemeURL=", "examples=",
            "starts=", "ends=", "status=", "maxAge=", "links=true")
        #expect(tenant.routes[0].opens == .all)
        #expect(tenant.routes[0].domains == nil)
        #expect(tenant.routes[0].schemeURL == nil)
        #expect(tenant.routes[0].examples.isEmpty)
        #expect(tenant.routes[0].lifeSpan == LifeSpan())
        #expect(tenant.routes[0].redirect == RedirectPolicy())
        #expect(tenant.routes[0].destination == .links)
    }

    @Test func `domains, apps and the tenant itself take theirs`() throws {
        var tenant = try Self.acme()
        #expect(
            try edit(&tenant, "domain", "add", "*.acme.example", "--tenant", "acme")
                == "domain *.acme.example is pending and not served until the tenant proves that it controls the name")
        #expect(tenant.domains[1].state == .pending)
        try edit(
            &tenant, "domain", "set", "*.acme.example", "--tenant", "acme", "attested=true",
            "fallback=https://acme.example/", "root=page", "canonical=go.acme.example",
            "robots=User-agent: *\nDisallow: /", "indexLinks=true",
            "strictTransport=max-age=300; includeSubDomains",
            "caseSensitive=false", "optOut.query=web",
            "optOut.fragment=web")
        #expect(tenant.domains[1].state == .live)
        #expect(tenant.domains[1].fallback?.text == "https://acme.example/")
        #expect(tenant.domains[1].root == .page)
        #expect(tenant.domains[1].canonical?.text == "go.acme.example")
        #expect(tenant.domains[1].robots?.text == "User-agent: *\nDisallow: /")
        #expect(tenant.domains[1].indexesLinks)
        #expect(tenant.domains[1].strictTransport?.text == "max-age=300; includeSubDomains")
        #expect(!tenant.domains[1].isCaseSensitive)
        #expect(tenant.domains[1].optOut == OptOut(queryItem: "web", fragment: "web"))
        try edit(
            &tenant, "domain", "set", "*.acme.example", "--tenant", "acme", "optOut.query=", "optOut.fragment=",
            "fallback=notFound", "root=", "canonical=", "robots=", "indexLinks=",
            "strictTransport=")
        #expect(tenant.domains[1].optOut == nil)
        #expect(tenant.domains[1].fallback == .notFound)
        #expect(tenant.domains[1].root == nil)
        #expect(tenant.domains[1].canonical == nil && tenant.domains[1].robots == nil)
        #expect(!tenant.domains[1].indexesLinks && tenant.domains[1].strictTransport == nil)
        try edit(&tenant, "domain", "remove", "*.acme.example", "--tenant", "acme")
        #expect(tenant.domains.count == 1)

        let print = Array(repeating: "1b", count: 31).joined(separator: ":") + ":7F"
        try edit(
            &tenant, "app", "add", "--tenant", "acme", "--android", "example.acme.shop", "--fingerprint", print,
            "--scheme", "acme")
        #expect(tenant.apps[1].name.text == "example.acme.shop")
        try edit(&tenant, "app", "set", "shop", "--tenant", "acme", "storeID=1435627943", "scheme=acme")
        #expect(tenant.apps[0].scheme?.text == "acme")
        try edit(
            &tenant, "app", "set", "shop", "--tenant", "acme", "webCredentials=true",
            "appClips=8K4QZN7WXT.example.acme.shop.Clip")
        #expect(tenant.apps[0].hasWebCredentials)
        #expect(tenant.apps[0].appClips.map(\.text) == ["8K4QZN7WXT.example.acme.shop.Clip"])
        try edit(&tenant, "app", "set", "shop", "--tenant", "acme", "webCredentials=", "appClips=")
        #expect(!tenant.apps[0].hasWebCredentials)
        #expect(tenant.apps[0].appClips.isEmpty)
        #expect(throws: CommandFailure.self) {
            try edit(&tenant, "app", "set", "example.acme.shop", "--tenant", "acme", "appClips=8K4QZN7WXT.x.Clip")
        }
        try edit(&tenant, "app", "remove", "example.acme.shop", "--tenant", "acme")
        #expect(tenant.apps.count == 1)

        try edit(&tenant, "tenant", "suspend", "acme")
        #expect(tenant.isSuspended)
        try edit(&tenant, "tenant", "resume", "acme")
        try edit(&tenant, "tenant", "set", "acme", "web=https://acme.example/", "limits.links=5", "suspended=true")
        #expect(tenant.isSuspended)
        #expect(tenant.web.text == "https://acme.example/")
        #expect(tenant.limits == TenantLimits(links: 5))
    }

    struct Refusal: CustomTestStringConvertible {
        let line: String
        let code: ExitCode
        let message: String
        var testDescription: String { line }
    }

    static let refusals = [
        Refusal(
            line: "route move produkt --tenant acme --last", code: .noInput,
            message: "tenant acme has no route 'produkt'; did you mean 'product'?"),
        Refusal(
            line: "route move product --tenant acme", code: .usage, message: "give either --before ROUTE or --last"),
        Refusal(
            line: "route move product --tenant acme --before product", code: .usage,
            message: "a route cannot stand before itself"),
        Refusal(
            line: "route add product /p --tenant acme --links", code: .refused,
            message: "tenant acme has a route 'product' already"),
        Refusal(
            line: "route add p /p --tenant acme", code: .usage, message: "give either --web TEMPLATE or --links"),
        Refusal(
            line: "route set product --tenant acme opns=all", code: .usage,
            message: "there is no setting \"opns\"; did you mean 'opens'?"),
        Refusal(line: "route set product --tenant acme opens", code: .usage, message: "\"opens\" is not KEY=VALUE"),
        Refusal(
            line: "route set product --tenant acme maxAge=1 maxAge=2", code: .usage,
            message: "maxAge is given more than once"),
        Refusal(
            line: "route set product --tenant acme maxAge=-1", code: .refused,
            message: "maxAge: \"-1\": is a whole number from 0 to 31536000"),
        Refusal(
            line: "route set product --tenant acme starts=tomorrow", code: .refused,
            message: "starts: \"tomorrow\": a time is RFC 3339 with an offset, like 2027-06-01T00:00:00Z"),
        Refusal(
            line: "app set shop --tenant acme package=a.b", code: .refused,
            message: "package: \"a.b\": only an app for Android has it"),
        Refusal(
            line: "app add --tenant acme --android a.b", code: .usage,
            message: "--android needs --fingerprint SHA256, once or more"),
        Refusal(
            line: "app add --tenant acme --scheme x", code: .usage,
            message: "give either --ios APPID or --android PACKAGE"),
        Refusal(
            line: "tenant set acme suspended=yes", code: .refused, message: "suspended: \"yes\": is true or false"),
        Refusal(
            line: "tenant suspend Acme", code: .refused,
            message: "NAME: \"Acme\": \(TenantName.rule)"),
    ]

    @Test(arguments: refusals)
    func `a refusal names the field, the value and the rule, and has its exit code`(refusal: Refusal) throws {
        var tenant = try Self.acme()
        let words = refusal.line.split(separator: " ").map(String.init) + ["--database=postgresql:///fleet"]
        do {
            guard case .command(let arguments) = try Program.postern.parse(words) else { return }
            let command = try #require(Program.command(of: arguments.spec).init(arguments) as? any TenantEdit)
            _ = try command.apply(to: &tenant)
            Issue.record("nothing was refused")
        } catch {
            #expect(CommandFailure(error) == CommandFailure(refusal.code, refusal.message))
        }
    }

    @Test func `a password on the command line is refused, because every process list shows it`() throws {
        for url in [
            "postgresql://me:secret@db/fleet", "host=db password=secret", "postgresql://db/fleet?password=secret",
            "host=db password = secret", "postgresql://me:secret@/fleet?host=/run/postgresql",
        ] {
            guard
                case .command(let arguments) = try Program.postern.parse([
                    "tenant", "suspend", "acme", "--database", url,
                ])
            else { return }
            #expect(throws: UsageError.self) { try TenantSuspend(arguments) }
        }
    }
}
