extension Licence {
    /// All third-party software linked or copied into the server, sorted by name.
    package static let all: [Licence] = [
        Licence("argon2", "Argon2", .apache, copyright: argon2),
        Licence(
            "boringssl", "BoringSSL (Swift Crypto)", .apache,
            copyright: "Copyright the OpenSSL Project Authors and the BoringSSL Authors"),
        Licence("brotli", "Brotli", .mit, copyright: "Copyright (c) 2009, 2010, 2013-2016 by the Brotli Authors."),
        Licence("curl", "curl", .curl, copyright: curl),
        Licence("grdb.swift", "GRDB", .mit, copyright: "Copyright (C) 2015-2025 Gwendal Roué"),
        Licence("hummingbird", "Hummingbird", .apache, copyright: "Copyright (c) the Hummingbird authors"),
        Licence("jwt-kit", "JWTKit", .mit, copyright: "Copyright (c) 2020 Qutheory, LLC"),
        Licence("cbor", "libcbor", .mit, copyright: "Copyright (c) 2014-2017 Pavel Kalvoda"),
        Licence("deflate", "libdeflate", .mit, copyright: "Copyright 2016, 2018 Eric Biggers"),
        Licence("fido2", "libfido2", .bsd, copyright: "Copyright (c) 2018-2022 Yubico AB. All rights reserved."),
        Licence("png", "libpng", .png, copyright: png),
        Licence("qrencode", "libqrencode", .lgpl, copyright: qrencode),
        Licence(
            "crypt", "libxcrypt", .lgpl, copyright: "Copyright Thorsten Kukuk, Björn Esser, Zack Weinberg and others"),
        Licence("xml2", "libxml2", .mit, copyright: "Copyright (C) 1998-2012 Daniel Veillard. All Rights Reserved."),
        Licence(
            "libyaml", "libyaml (Yams)", .mit,
            copyright: "Copyright (c) 2017-2020 Ingy döt Net; Copyright (c) 2006-2016 Kirill Simonov"),
        Licence("llhttp", "llhttp (SwiftNIO)", .mit, copyright: "Copyright Fedor Indutny, 2018"),
        Licence(
            "openssl", "OpenSSL", .apache, copyright: "Copyright (c) 1998-2023 The OpenSSL Project Authors"),
        Licence("postgresql", "PostgreSQL", .postgreSQL, copyright: postgreSQL),
        Licence("sqlite", "SQLite", .publicDomain),
        Licence("swift", "Swift", .apacheWithException, copyright: apple("Swift")),
        Licence("swift-argument-parser", "Swift Argument Parser", .apacheWithException, copyright: apple("Swift")),
        Licence("swift-asn1", "Swift ASN.1", .apache, copyright: apple("SwiftASN1")),
        Licence("swift-async-algorithms", "Swift Async Algorithms", .apacheWithException, copyright: apple("Swift")),
        Licence("swift-atomics", "Swift Atomics", .apacheWithException, copyright: apple("Swift")),
        Licence("swift-certificates", "Swift Certificates", .apache, copyright: apple("SwiftCertificates")),
        Licence("swift-collections", "Swift Collections", .apacheWithException, copyright: apple("Swift")),
        Licence("swift-configuration", "Swift Configuration", .apache, copyright: apple("SwiftConfiguration")),
        Licence("swift-crypto", "Swift Crypto", .apache, copyright: apple("SwiftCrypto")),
        Licence(
            "swift-distributed-tracing", "Swift Distributed Tracing", .apache,
            copyright: apple("Swift Distributed Tracing")),
        Licence("swift-http-types", "Swift HTTP Types", .apache, copyright: apple("Swift")),
        Licence("swift-log", "Swift Log", .apache, copyright: apple("Swift Logging API")),
        Licence("swift-metrics", "Swift Metrics", .apache, copyright: apple("Swift Metrics API")),
        Licence("swift-service-context", "Swift Service Context", .apache, copyright: apple("Swift Service Context")),
        Licence(
            "swift-service-lifecycle", "Swift Service Lifecycle", .apache, copyright: apple("SwiftServiceLifecycle")),
        Licence("swift-system", "Swift System", .apacheWithException, copyright: apple("Swift System")),
        Licence("swift-nio", "SwiftNIO", .apache, copyright: apple("SwiftNIO")),
        Licence("swift-nio-extras", "SwiftNIO Extras", .apache, copyright: apple("SwiftNIO")),
        Licence("yams", "Yams", .mit, copyright: "Copyright (c) 2016 JP Simard."),
        Licence("zxcvbn", "zxcvbn", .mit, copyright: "Copyright (c) 2012-2015 Dan Wheeler and Dropbox, Inc."),
    ]

    private static let argon2 =
        "Copyright 2015 Daniel Dinu, Dmitry Khovratovich, Jean-Philippe Aumasson and Samuel Neves"

    private static let curl =
        "Copyright (c) 1996 - 2023, Daniel Stenberg, <daniel@haxx.se>, and many contributors, see the THANKS file."

    private static let png =
        "Copyright (c) 1995-2022 The PNG Reference Library Authors; Copyright (c) 2018-2022 Cosmin Truta; "
        + "Copyright (c) 2000-2002, 2004, 2006-2018 Glenn Randers-Pehrson; "
        + "Copyright (c) 1996-1997 Andreas Dilger; Copyright (c) 1995-1996 Guy Eric Schalnat, Group 42, Inc."

    private static let postgreSQL =
        "Portions Copyright (c) 1996-2023, PostgreSQL Global Development Group; "
        + "Portions Copyright (c) 1994, The Regents of the University of California"

    private static let qrencode =
        "Copyright (C) 2006-2017 Kentaro Fukuchi <kentaro@fukuchi.org>; "
        + "Copyright (C) 2002, 2003, 2004, 2006 Phil Karn, KA9Q"

    private static func apple(_ project: String) -> String {
        "Copyright (c) Apple Inc. and the \(project) project authors"
    }
}
