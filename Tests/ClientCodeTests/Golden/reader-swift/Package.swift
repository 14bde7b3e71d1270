// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "ReaderLinks",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13)],
    products: [.library(name: "ReaderLinks", targets: ["ReaderLinks"])],
    targets: [
        .target(name: "ReaderLinks"),
        .testTarget(name: "ReaderLinksTests", dependencies: ["ReaderLinks"]),
    ]
)
