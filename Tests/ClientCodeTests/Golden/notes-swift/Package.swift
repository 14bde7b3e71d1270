// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "NotesLinks",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13)],
    products: [.library(name: "NotesLinks", targets: ["NotesLinks"])],
    targets: [
        .target(name: "NotesLinks"),
        .testTarget(name: "NotesLinksTests", dependencies: ["NotesLinks"]),
    ]
)
