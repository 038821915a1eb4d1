import PorticoBytes

/// The name of a new application.
struct ApplicationName {
    /// As typed: the name of the folder and of the package.
    let text: String
    /// The name of its module, its main type and its program: `MyShop` for `my-shop`.
    let module: String
    /// For people: `My shop`.
    let title: String
    /// Of its image, and of the program in it: in lower case.
    var image: String { text.asciiLowercased }

    /// - Throws: ``CommandFailure``
    init(_ text: String) throws {
        guard text.wholeMatch(of: /[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*/) != nil, text.utf8.count <= 30 else {
            throw CommandFailure(
                "\(text.printable) cannot be the name of an application: begin with a letter, and use at most 30 "
                    + "letters, digits and single hyphens, such as my-shop")
        }
        let words = text.fields(separatedBy: "-").map(String.init)
        self.text = text
        module = words.map(\.capitalizingFirst).joined()
        title = words.joined(separator: " ").capitalizingFirst
        let taken = module.asciiLowercased
        guard !taken.begins(with: "portico"), !Self.taken.contains(taken) else {
            throw CommandFailure(
                "an application cannot be called \(text), because Swift, Portico or a package that Portico needs has "
                    + "this name: choose another one")
        }
    }

    /// The names of modules that every application contains, and of Swift's types that cannot be hidden, in lower case.
    /// Those of Portico's own modules begin with its name.
    private static let taken: Set<String> = [
        // Swift
        "any", "array", "bool", "data", "date", "dictionary", "dispatch", "double", "error", "foundation",
        "foundationessentials", "foundationnetworking", "foundationxml", "glibc", "int", "main", "musl", "never",
        "observation", "optional", "packagedescription", "packageplugin", "protocol", "regexbuilder", "result", "self",
        "sendable", "set", "string", "suite", "swift", "synchronization", "system", "task", "test", "testing", "type",
        "url", "uuid", "void", "xctest",
        // Portico
        "baselineserver", "cargon2", "cbrotli", "ccbor", "ccrypt", "ccurl", "cdeflate", "cfido2", "copenssl", "cpng",
        "cpostgresql", "cqrencode", "cxml2", "examplegateway",
        // Types in the files of an application, and those of Portico that they use
        "bar", "cell", "cellgroup", "detailcell", "field", "forminput", "formrefusal", "htmlwriter", "linkcell",
        "mainsection", "newnotepage", "note", "noteform", "notelist", "notespage", "notestests", "page", "pagemessage",
        "presentable", "presentation", "sitepath", "testserver", "toast", "unsavedquestion", "validatedform",
        // Packages
        "algorithms", "argumentparser", "argumentparsertoolinfo", "asyncalgorithms", "atomics", "collections",
        "concurrencyhelpers", "configuration", "containerspreview", "coremetrics", "crypto", "cryptoboringwrapper",
        "cryptoextras", "dequemodule", "grdb", "grdbsqlite", "httptypes", "hummingbird", "hummingbirdcore",
        "hummingbirdtesting", "instrumentation", "internalcollectionsutilities", "jwtkit", "logging", "metrics",
        "nio", "nioconcurrencyhelpers", "niocore", "nioembedded", "nioextras", "niofilesystem", "niofoundationcompat",
        "niofoundationessentialscompat", "niohttp1", "niohttptypes", "niohttptypeshttp1", "nioposix",
        "orderedcollections", "servicecontextmodule", "servicelifecycle", "swiftasn1", "systempackage", "tracing",
        "unixsignals", "x509", "yams",
    ]
}

extension String {
    /// For text in ASCII.
    fileprivate var capitalizingFirst: String {
        String(decoding: utf8.prefix(1).map(\.asciiUppercased) + utf8.dropFirst(), as: UTF8.self)
    }
}
