import CommandLine
import DeepLinks
import FleetStore
import Platform

/// `postern link add`: makes a link.
struct LinkAdd: FleetWrite {
    private static let destination = Option(
        "to", "DESTINATION",
        "where a browser goes: an http or https URL, a path of the same domain, or a URL of an app's own scheme",
        isRequired: true)
    private static let starts = Option(
        "starts", "TIME", "the first instant at which the link is there; always by default")
    private static let expires = Option(
        "expires", "TIME", "the first instant at which the link is gone; never by default")
    private static let afterwards = Option("afterwards", "URL", "where a browser goes once the link is gone")
    private static let note = Option("note", "TEXT", "a note for those who look after the link")
    private static let tag = Option("tag", "TAG", "a word by which links are found", isRepeated: true)
    private static let setting = Option(
        "set", "KEY=VALUE", "any other setting of 'postern link set', like platforms.ios or preview.title",
        isRepeated: true)
    private static let generates = Flag("generate", "draw the slug at random, to stand behind the URL")

    static let spec = CommandSpec(
        "link add", "Makes a link: a short path with a destination of its own.",
        discussion: [
            "The URL has to be one that a route of kind links decides.",
            "With --generate the slug is drawn at random from small letters and digits without vowels and look-alikes, so"
                + " long that of a million guesses less than one finds a link even when the tenant has as many links as its"
                + " limit allows: 9 characters with the default of 1,000,000 links. The link's URL is printed.",
        ],
        positionals: [.link], options: [destination, starts, expires, afterwards, note, tag, setting, .database],
        flags: [generates],
        examples: [
            .init("to a product", "postern link add https://go.acme.example/c/summer --to /products/42"),
            .init(
                "for some time",
                "postern link add https://go.acme.example/c/sale --to https://www.acme.example/sale"
                    + " --expires 2027-09-01T00:00:00Z"),
            .init(
                "elsewhere on iPhones",
                "postern link add https://go.acme.example/c/app --to /app"
                    + " --set platforms.ios=https://apps.apple.com/app/id1234567890"),
            .init(
                "with a slug that nobody guesses",
                "postern link add https://go.acme.example/c/ --generate --to /products/42"),
        ])

    private let address: LinkAddress
    private let destination: LinkDestination
    private let settings: Assignments<Link>
    private let generates: Bool
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        address = try LinkAddress(arguments)
        destination = try arguments.required(Self.destination)
        var words = arguments.texts(Self.setting)
        for option in [Self.starts, Self.expires, Self.afterwards, Self.note] {
            if let text = arguments.text(option) { words.append("\(option.name)=\(text)") }
        }
        let tags = arguments.texts(Self.tag)
        if !tags.isEmpty { words.append("tags=" + tags.joined(separator: ",")) }
        settings = try Assignments(words, of: arguments, among: Setting.ofLink)
        generates = arguments.has(Self.generates)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        guard !generates else { return try generate(in: store, console) }
        // Read before anything is locked.
        let draft = try draft(at: try address.key(in: store.tenant(named: address.owner(in: store)).tenant))
        try store.editLinks(of: address.owner(in: store), as: Self.operation) { tenant throws(StoreError) in
            var link = draft
            link.key = try address.key(in: tenant)
            return LinkChange(added: [link])
        }
        console.note("link \(address.text) added")
        return .done
    }

    private func draft(at key: LinkKey) throws -> Link {
        var link = Link(key: key, destination: destination)
        try settings.apply(to: &link)
        return link
    }

    private func generate(in store: FleetStore, _ console: Console) throws -> ExitCode {
        let prefix = try LinkPrefix(Positional.link.name, address.text)
        var random = SystemRandomNumberGenerator()
        var url = ""
        var guesses = 0.0
        var failure: (any Error)?
        try store.editLinks(of: address.owner(in: store), as: Self.operation) { tenant throws(StoreError) in
            let slugs = SlugGenerator(linksAtMost: tenant.limits.links)
            guesses = slugs.guesses(perLinkOf: tenant.limits.links)
            do {
                var key: LinkKey
                repeat {
                    url = prefix.url(ofSlug: slugs.next(using: &random))
                    key = try LinkAddress(url).key(in: tenant)
                } while try !store.links(of: tenant.name, keys: [key]).isEmpty
                return LinkChange(added: [try draft(at: key)])
            } catch let error as StoreError {
                throw error
            } catch {
                failure = error
                return LinkChange()
            }
        }
        if let failure { throw failure }
        try console.write(url + "\n")
        console.note(
            "link added; with as many links as the tenant may have, it takes \(Int(guesses)) guesses to find one")
        return .done
    }
}
