// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "KitchenLinks",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13)],
    products: [.library(name: "KitchenLinks", targets: ["KitchenLinks"])],
    targets: [
        .target(name: "KitchenLinks"),
        .testTarget(name: "KitchenLinksTests", dependencies: ["KitchenLinks"]),
    ]
)
