// swift-tools-version:6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "portico",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "portico", targets: ["PorticoProgram"]),
        .library(name: "Portico", targets: ["Portico"]),
        .library(name: "PorticoTesting", targets: ["PorticoTesting"]),
        .library(name: "PorticoHTML", targets: ["PorticoHTML"]),
        .library(name: "PorticoAuth", targets: ["PorticoAuth"]),
        .library(name: "PorticoStore", targets: ["PorticoStore"]),
        .library(name: "PorticoConfig", targets: ["PorticoConfig"]),
        .library(name: "PorticoSQL", targets: ["PorticoSQL"]),
        .library(name: "PorticoSQLite", targets: ["PorticoSQLite"]),
        .library(name: "PorticoPostgreSQL", targets: ["PorticoPostgreSQL"]),
        .executable(name: "portico-gateway", targets: ["ExampleGateway"]),
        .plugin(name: "PorticoPlugin", targets: ["PorticoPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        .executableTarget(
            name: "PorticoProgram", dependencies: ["PorticoCommand", "PorticoFeatures"], swiftSettings: swiftSettings
        ),
        .target(
            name: "Portico",
            dependencies: [
                "PorticoCommand", "PorticoServer", "PorticoFeatures", "PorticoViews", "PorticoHTML", "PorticoAuth",
                "PorticoConfig",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoCommand",
            dependencies: [
                "PorticoBytes", "PorticoServer", "PorticoFeatures", "PorticoAuth", "PorticoConfig", "PorticoTexts",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoServer",
            dependencies: [
                "PorticoBytes", "PorticoFeatures", "PorticoAssets", "PorticoViews", "PorticoSQL", "PorticoSQLite",
                "PorticoPostgreSQL",
                "PorticoMail", "PorticoGateway", "PorticoTransfer", "PorticoBrand", "PorticoAuth", "PorticoConfig",
                "CCurl",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoAssets",
            dependencies: [
                "PorticoBytes", "PorticoHTML", "CBrotli", "CDeflate",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Public"],
            swiftSettings: swiftSettings,
            plugins: ["PorticoPlugin"]
        ),
        .target(
            name: "PorticoFeatures",
            dependencies: [
                "PorticoBytes", "PorticoRoot", "PorticoAssets", "PorticoAuth", "PorticoBrand", "PorticoConfig",
                "PorticoViews", "PorticoHTML",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoRoot",
            dependencies: [
                "PorticoBytes", "PorticoDoor", "PorticoAssets", "PorticoAuth", "PorticoBrand", "PorticoConfig",
                "PorticoViews",
                "PorticoHTML",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoDoor",
            dependencies: [
                "PorticoBytes", "PorticoAuth", "PorticoConfig", "PorticoViews", "PorticoHTML",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoViews",
            dependencies: ["PorticoBytes", "PorticoComponents", "PorticoHTML", "PorticoConfig"],
            exclude: ["Templates"],
            swiftSettings: swiftSettings,
            plugins: ["PorticoPlugin"]
        ),
        .target(
            name: "PorticoComponents",
            dependencies: ["PorticoBytes", "PorticoHTML", "PorticoConfig", "CQRencode"],
            exclude: ["Localizable.xcstrings", "Templates"],
            swiftSettings: swiftSettings,
            plugins: ["PorticoPlugin"]
        ),
        .target(
            name: "PorticoHTML",
            dependencies: ["PorticoBytes", .product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoAuth",
            dependencies: [
                "PorticoBytes", "PorticoStore", "PorticoConfig", "CArgon2", "CCBOR", "CCrypt",
                "CFIDO2", "COpenSSL",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings,
            // The ICU of Foundation, which every program with Foundation has.
            linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]
        ),
        .target(
            name: "PorticoStore",
            dependencies: ["PorticoBytes", "PorticoConfig", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: swiftSettings
        ),
        .target(name: "PorticoBytes", swiftSettings: swiftSettings),
        .target(name: "PorticoConfig", dependencies: ["PorticoBytes"], swiftSettings: swiftSettings),
        .target(
            name: "PorticoBrand", dependencies: ["PorticoBytes", "PorticoConfig", "PorticoHTML", "CPNG"],
            swiftSettings: swiftSettings),
        .target(
            name: "PorticoSQL",
            dependencies: ["PorticoBytes", "PorticoStore", "PorticoConfig"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoSQLite",
            dependencies: [
                "PorticoBytes", "PorticoSQL", "PorticoConfig",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoPostgreSQL",
            dependencies: [
                "PorticoBytes", "PorticoSQL", "PorticoConfig", "CPostgreSQL",
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoTransfer",
            dependencies: ["PorticoBytes", "CCurl", "COpenSSL"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoMail",
            dependencies: [
                "PorticoBytes", "PorticoStore", "PorticoConfig", "PorticoTransfer", "CCurl",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoGateway",
            dependencies: [
                "PorticoBytes", "PorticoAuth", "PorticoConfig", "PorticoTransfer", "CCurl",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "ExampleGateway",
            dependencies: [
                "PorticoBytes", "PorticoAuth", "PorticoConfig",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Examples/Gateway",
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoTesting",
            dependencies: [
                "PorticoBytes", "PorticoCommand", "PorticoServer", "PorticoFeatures", "PorticoComponents",
                "PorticoAuth", "PorticoConfig", "PorticoTransfer", "CCurl", "CXML2",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["portico_testing.py"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PorticoTestSupport",
            dependencies: [
                "PorticoTesting",
                "PorticoAuth", "PorticoBrand", "PorticoConfig", "PorticoServer", "PorticoSQL", "PorticoSQLite",
                "PorticoPostgreSQL", "PorticoTransfer", "PorticoFeatures",
                "CCurl",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Support",
            swiftSettings: swiftSettings
        ),
        .systemLibrary(
            name: "CDeflate",
            path: "Sources/System/CDeflate",
            pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]
        ),
        .systemLibrary(
            name: "CPNG",
            path: "Sources/System/CPNG",
            pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
        ),
        .systemLibrary(
            name: "CQRencode",
            path: "Sources/System/CQRencode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .systemLibrary(
            name: "CBrotli",
            path: "Sources/System/CBrotli",
            pkgConfig: "libbrotlienc",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]
        ),
        .systemLibrary(
            name: "CArgon2",
            path: "Sources/System/CArgon2",
            pkgConfig: "libargon2",
            providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]
        ),
        .systemLibrary(
            name: "CCBOR",
            path: "Sources/System/CCBOR",
            pkgConfig: "libcbor",
            providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]
        ),
        .systemLibrary(
            name: "CFIDO2",
            path: "Sources/System/CFIDO2",
            pkgConfig: "libfido2",
            providers: [.apt(["libfido2-dev"]), .brew(["libfido2"])]
        ),
        .systemLibrary(
            name: "CCrypt",
            path: "Sources/System/CCrypt",
            pkgConfig: "libcrypt",
            providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]
        ),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/System/CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "COpenSSL",
            path: "Sources/System/COpenSSL",
            pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl"])]
        ),
        .systemLibrary(
            name: "CXML2",
            path: "Sources/System/CXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            path: "Sources/System/CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(name: "PorticoTexts", swiftSettings: swiftSettings),
        .executableTarget(name: "PorticoCompiler", dependencies: ["PorticoTexts"], swiftSettings: swiftSettings),
        .plugin(
            name: "PorticoPlugin",
            capability: .buildTool(),
            dependencies: ["PorticoCompiler"],
            path: "Sources/PorticoPlugin"
        ),
        .executableTarget(
            name: "BaselineServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/Bench/BaselineServer",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoHTMLTests",
            dependencies: ["PorticoHTML", .product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoCompilerTests", dependencies: ["PorticoCompiler", "PorticoTexts"],
            swiftSettings: swiftSettings,
            // The tests ask the ICU of the toolchain for plural rules.
            linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]
        ),
        .testTarget(
            name: "PorticoViewsTests",
            dependencies: [
                "PorticoViews", "PorticoComponents", "PorticoHTML", "PorticoConfig", "PorticoAssets",
                "PorticoTestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            exclude: ["Snapshots"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoBrandTests", dependencies: ["PorticoBytes", "PorticoBrand", "PorticoHTML"],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "PorticoBytesTests", dependencies: ["PorticoBytes"], swiftSettings: swiftSettings),
        .testTarget(
            name: "PorticoConfigTests",
            dependencies: ["PorticoConfig", "PorticoSQL", "PorticoTestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoAuthTests",
            dependencies: [
                "PorticoBytes", "PorticoAuth", "PorticoConfig", "PorticoSQL", "PorticoTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["WebAuthnVectors.txt"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoSQLiteTests",
            dependencies: [
                "PorticoSQL", "PorticoSQLite", "PorticoPostgreSQL", "PorticoAuth", "PorticoConfig",
                "PorticoTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoPostgreSQLTests",
            dependencies: [
                "PorticoSQL", "PorticoPostgreSQL", "PorticoAuth", "PorticoConfig", "PorticoTestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoMailTests",
            dependencies: [
                "PorticoBytes", "PorticoMail", "PorticoAuth", "PorticoConfig", "PorticoTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            exclude: ["server.py"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoGatewayTests",
            dependencies: [
                "PorticoGateway", "ExampleGateway", "PorticoAuth", "PorticoConfig", "PorticoTestSupport",
                "PorticoTransfer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoFeaturesTests",
            dependencies: [
                "PorticoBytes", "PorticoFeatures", "PorticoRoot", "PorticoDoor", "PorticoAssets", "PorticoServer",
                "PorticoSQL",
                "PorticoSQLite", "PorticoPostgreSQL", "PorticoAuth", "PorticoBrand", "PorticoConfig", "PorticoHTML",
                "PorticoViews", "PorticoTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoServerTests",
            dependencies: [
                "PorticoServer", "PorticoProgram", "PorticoCommand", "PorticoTexts", "PorticoAuth", "PorticoBrand",
                "PorticoConfig", "PorticoSQL",
                "PorticoSQLite", "PorticoPostgreSQL", "PorticoViews", "PorticoFeatures",
                "PorticoTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PorticoTestingTests",
            dependencies: [
                "PorticoTesting", "PorticoCommand", "PorticoServer", "PorticoFeatures", "PorticoViews", "PorticoHTML",
                "PorticoAuth",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)
