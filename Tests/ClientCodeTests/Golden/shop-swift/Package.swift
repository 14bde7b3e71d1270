// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "ShopLinks",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13)],
    products: [.library(name: "ShopLinks", targets: ["ShopLinks"])],
    targets: [
        .target(name: "ShopLinks"),
        .testTarget(name: "ShopLinksTests", dependencies: ["ShopLinks"]),
    ]
)
