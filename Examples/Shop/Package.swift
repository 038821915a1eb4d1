// swift-tools-version:6.2

import PackageDescription

/// The application of docs/tutorial.md.
let package = Package(
    name: "bookshop",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "../..")],
    targets: [
        .executableTarget(
            name: "Bookshop",
            dependencies: [.product(name: "Portico", package: "portico")],
            exclude: ["Templates", "Public", "Localizable.xcstrings"],
            plugins: [.plugin(name: "PorticoPlugin", package: "portico")]
        ),
        .testTarget(
            name: "BookshopTests",
            dependencies: ["Bookshop", .product(name: "PorticoTesting", package: "portico")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
