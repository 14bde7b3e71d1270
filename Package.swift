// swift-tools-version: 6.3

import PackageDescription

/// What every target is compiled with: Swift 6 with complete concurrency checking, strict memory safety, and
/// warnings that are errors.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "postern",
    products: [.executable(name: "postern", targets: ["postern"])],
    targets: [
        // C libraries; each is imported by the one module that wraps it.
        .systemLibrary(name: "CLinux"),
        library("CPostgres", pkgConfig: "libpq", apt: "libpq-dev"),
        library("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
        library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        library("CCares", pkgConfig: "libcares", apt: "libc-ares-dev"),
        library("CIDN2", pkgConfig: "libidn2", apt: "libidn2-dev"),
        library("CPSL", pkgConfig: "libpsl", apt: "libpsl-dev"),
        library("CNGHTTP2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev"),

        // The modules, lowest first: each imports only what stands in its list.
        module("Platform", ["CLinux"]),
        module("JSONText"),
        module("HTTPWire"),
        module("CommandLine"),
        module("Telemetry", ["JSONText", "Platform"]),
        module("Cryptography", ["COpenSSL", "Platform"]),
        module("Resolver", ["CCares", "Platform", "Telemetry"]),
        module("DeepLinks", ["JSONText", "Platform", "CIDN2", "CPSL"]),
        module("Association", ["DeepLinks", "JSONText"]),
        module("HTTP2", ["CNGHTTP2", "HTTPWire"]),
        module("HTTPServer", ["HTTP2", "HTTPWire", "Platform", "Telemetry", "Cryptography"]),
        module("Postgres", ["CPostgres", "Platform", "Telemetry"]),
        .target(
            name: "sql",
            path: "sql",
            exclude: ["README.md"],
            resources: [.embedInCode("migrations")],
            swiftSettings: settings
        ),
        module(
            "FleetStore",
            [
                "Postgres", "DeepLinks", "Association", "JSONText", "Cryptography", "Platform", "Telemetry", "sql",
            ]
        ),
        module(
            "Prober",
            [
                "CCurl", "Resolver", "Postgres", "FleetStore", "Association", "DeepLinks", "JSONText", "Cryptography",
                "Platform", "Telemetry",
            ]
        ),
        module("ClientCode", ["DeepLinks", "Association"]),
        module(
            "Gateway",
            [
                "HTTPServer", "HTTP2", "HTTPWire", "FleetStore", "Association", "DeepLinks", "JSONText", "Cryptography",
                "Platform", "Telemetry",
            ]
        ),
        .executableTarget(
            name: "postern",
            dependencies: [
                "Gateway", "ClientCode", "Prober", "FleetStore", "HTTPServer", "HTTPWire", "Postgres", "Association",
                "DeepLinks", "Resolver", "Cryptography", "Telemetry", "CommandLine", "JSONText", "Platform", "sql",
            ],
            swiftSettings: settings
        ),

        // Tests and benchmark programs.
        .target(
            name: "TestSupport",
            dependencies: ["Platform"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Association", "DeepLinks", "FleetStore", "HTTPWire", "JSONText", "Platform", "Postgres", "Prober",
                "Resolver",
            ],
            path: "Tests/Benchmarks",
            exclude: ["Thresholds.json"],
            swiftSettings: settings
        ),
        tests("ArchitectureTests", ["Platform", "TestSupport"]),
        tests("PlatformTests", ["Platform", "TestSupport"]),
        tests("JSONTextTests", ["JSONText", "TestSupport"]),
        tests("HTTPWireTests", ["HTTPWire", "TestSupport"]),
        tests("CommandLineTests", ["CommandLine", "TestSupport"]),
        tests("TelemetryTests", ["Telemetry", "JSONText", "Platform", "TestSupport"]),
        tests("CryptographyTests", ["Cryptography", "Platform", "TestSupport"]),
        tests("ResolverTests", ["Resolver", "Platform", "Telemetry", "TestSupport"]),
        tests("DeepLinksTests", ["DeepLinks", "JSONText", "Platform", "TestSupport"]),
        tests("AssociationTests", ["Association", "DeepLinks", "JSONText", "Platform", "TestSupport"]),
        tests("HTTP2Tests", ["HTTP2", "HTTPWire", "TestSupport"]),
        tests(
            "HTTPServerTests",
            [
                "HTTPServer", "HTTP2", "HTTPWire", "Cryptography", "COpenSSL", "Platform", "Telemetry", "TestSupport",
            ]),
        tests("PostgresTests", ["Postgres", "Platform", "Telemetry", "TestSupport"]),
        tests(
            "FleetStoreTests",
            [
                "FleetStore", "Postgres", "DeepLinks", "Association", "JSONText", "Cryptography", "Platform",
                "Telemetry", "TestSupport", "sql",
            ]
        ),
        tests(
            "ProberTests",
            [
                "Prober", "Resolver", "Postgres", "FleetStore", "Association", "DeepLinks", "JSONText", "Cryptography",
                "Platform", "Telemetry", "TestSupport", "sql",
            ]
        ),
        .testTarget(
            name: "ClientCodeTests",
            dependencies: ["ClientCode", "Association", "DeepLinks", "JSONText", "Platform", "TestSupport"],
            exclude: ["Golden"],
            swiftSettings: settings
        ),
        tests(
            "GatewayTests",
            [
                "Gateway", "HTTPServer", "HTTPWire", "FleetStore", "Association", "DeepLinks", "JSONText",
                "Cryptography", "Platform", "Telemetry", "TestSupport",
            ]
        ),
        tests(
            "PosternTests",
            ["postern", "Association", "CommandLine", "DeepLinks", "JSONText", "Platform", "Prober", "TestSupport"]
        ),
        tests("EndToEndTests", ["postern", "JSONText", "Platform", "TestSupport"]),
    ]
)
