import CommandLine

extension Option {
    /// The database, wherever a command reads or writes it.
    static let database = Option(
        "database", "URL", "the database, without a password; POSTERN_DATABASE_URL by default")

    /// A connection of its own kind for what a pooler cannot do.
    static let databaseDirect = Option(
        "database-direct", "URL",
        "the database without a pooler between, for LISTEN and migrations; --database by default")

    /// The tenant that owns what the command is about.
    static let tenant = Option("tenant", "NAME", "the tenant")

    /// A fleet file instead of the database.
    static let fleet = Option("fleet", "FILE", "read this fleet file instead of the database")
}

extension Flag {
    /// JSON instead of a table.
    static let json = Flag("json", "print JSON")
}

extension Positional {
    /// A host name.
    static let host = Positional("HOST", "the host name, exact (go.acme.example) or wildcard (*.acme.example)")

    /// A fleet file.
    static let fleetFile = Positional("FILE", "the fleet file; - is standard input")

    /// A tenant's name.
    static let tenantName = Positional("NAME", "the tenant's name")

    /// An app's name within its tenant.
    static let app = Positional("APP", "the app's name; its bundle ID or package unless it was given another")

    /// A route's name within its tenant.
    static let route = Positional("ROUTE", "the route's name, in dotted lower camel case: profile.settings")
}
