import Testing

/// A module and what it may import: the arrows of the house, written once more so that a change of either side shows.
struct ModuleRow: CustomTestStringConvertible {
    let name: String
    let imports: Set<String>
    /// The folder of its sources.
    var folder: String { name == "sql" ? "sql" : "Sources/\(name)" }
    var testDescription: String { name }

    init(_ name: String, _ imports: String) {
        self.name = name
        self.imports = Set(imports.split(separator: " ").map(String.init))
    }
}

enum ModuleTable {
    /// The modules, lowest first: each may import only what its line names, from lines above its own (`sql` apart).
    static let rows = [
        ModuleRow("Platform", "CLinux"),
        ModuleRow("JSONText", ""),
        ModuleRow("HTTPWire", ""),
        ModuleRow("CommandLine", ""),
        ModuleRow("Telemetry", "JSONText Platform"),
        ModuleRow("Cryptography", "COpenSSL Platform"),
        ModuleRow("Resolver", "CCares Platform Telemetry"),
        ModuleRow("DeepLinks", "JSONText Platform CIDN2 CPSL"),
        ModuleRow("Association", "DeepLinks JSONText"),
        ModuleRow("HTTP2", "CNGHTTP2 HTTPWire"),
        ModuleRow("HTTPServer", "HTTP2 HTTPWire Platform Telemetry Cryptography"),
        ModuleRow("Postgres", "CPostgres Platform Telemetry"),
        ModuleRow("sql", ""),
        ModuleRow("FleetStore", "Postgres DeepLinks Association JSONText Cryptography Platform Telemetry sql"),
        ModuleRow(
            "Prober",
            "CCurl Resolver Postgres FleetStore Association DeepLinks JSONText Cryptography Platform Telemetry"),
        ModuleRow("ClientCode", "DeepLinks Association"),
        ModuleRow(
            "Gateway",
            "HTTPServer HTTP2 HTTPWire FleetStore Association DeepLinks JSONText Cryptography Platform Telemetry"),
        ModuleRow(
            "postern",
            "Gateway ClientCode Prober FleetStore HTTPServer HTTPWire Postgres Association DeepLinks Resolver Cryptography"
                + " Telemetry CommandLine JSONText Platform sql"),
    ]

    /// The modules that wrap a C library, each with pointers that stay inside it.
    static let wrappers: Set<String> = [
        "Platform", "Cryptography", "Resolver", "DeepLinks", "HTTP2", "Postgres", "Prober",
    ]

    /// The modules that may import the C library.
    static let glibcUsers = wrappers.union(["postern"])

    /// Files outside ``wrappers`` that may say `unsafe`: the one that reads the routing table's blocks, the one with the
    /// multi-byte load and the bulk append.
    static let unsafeFiles: Set<String> = [
        "Sources/Gateway/Table/TableMemory.swift", "Sources/HTTPWire/Bytes/ByteMemory.swift",
    ]
}
