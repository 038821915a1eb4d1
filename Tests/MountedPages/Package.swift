// swift-tools-version:6.2

import PackageDescription

/// A minimal application behind the front door: see `Sources/Hello`. Another front end for the same accounts, without
/// the web: see `Sources/Terminal`.
let package = Package(
    name: "mounted-pages",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "portico", path: "../..")],
    targets: [
        .executableTarget(
            name: "Hello",
            dependencies: [.product(name: "Portico", package: "portico")],
            exclude: ["Templates"],
            plugins: [.plugin(name: "PorticoPlugin", package: "portico")]
        ),
        .executableTarget(
            name: "Terminal",
            dependencies: [
                .product(name: "PorticoAuth", package: "portico"),
                .product(name: "PorticoConfig", package: "portico"),
                .product(name: "PorticoSQL", package: "portico"),
                .product(name: "PorticoSQLite", package: "portico"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
