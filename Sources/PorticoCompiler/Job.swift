import Foundation

/// One run of the tool: one input file or folder, one generated file.
struct Job {
    enum Kind: String {
        case template
        case strings
        case files
    }

    struct Output {
        let swift: String
        var warnings: [Diagnostic] = []
    }

    let kind: Kind
    let input: String
    let output: String
    let hasStrings: Bool
    /// The module that the generated file imports; nil for the usual one.
    let module: String?
    /// The public files: for templates those of the target, otherwise those to embed, as paths in the input folder.
    let files: [String]
    /// The program that bundles the public files to embed.
    let bundler: String?

    init?(arguments: [String]) {
        guard arguments.count >= 3, let kind = Kind(rawValue: arguments[0]) else { return nil }
        var rest = arguments.dropFirst(3)
        hasStrings = kind == .template && rest.first == "--strings"
        if hasStrings { rest = rest.dropFirst() }
        if kind != .files, rest.first == "--import" {
            guard let name = rest.dropFirst().first else { return nil }
            module = name
            rest = rest.dropFirst(2)
        } else {
            module = nil
        }
        if kind == .template, rest.first == "--public" {
            rest = rest.dropFirst()
        } else if kind != .files {
            guard rest.isEmpty else { return nil }
        }
        if kind == .files, rest.first == "--bundles" {
            guard let script = rest.dropFirst().first else { return nil }
            bundler = script
            rest = rest.dropFirst(2)
        } else {
            bundler = nil
        }
        self.kind = kind
        self.input = arguments[1]
        self.output = arguments[2]
        self.files = Array(rest)
    }

    func run() throws -> Output {
        switch kind {
        case .template: return try compileTemplate(contents())
        case .strings: return try compileStrings(contents())
        case .files: return try Output(swift: embedFiles())
        }
    }

    /// Writes the output, unless the file already has this content: dependents are then not rebuilt.
    func write(_ result: Output) throws {
        let (file, data) = (URL(fileURLWithPath: output), Data(result.swift.utf8))
        if (try? Data(contentsOf: file)) != data { try data.write(to: file, options: .atomic) }
    }

    private func contents() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: input)) }

    private func compileTemplate(_ data: Data) throws -> Output {
        let name = URL(fileURLWithPath: input).deletingPathExtension().lastPathComponent
        guard SwiftLiteral.isIdentifier(name) else {
            throw failure(
                "a template has the name of its struct, and '\(name)' cannot be the name of one: rename the file")
        }
        guard let text = String(validating: data, as: UTF8.self), text.unicodeScalars.first != "\u{FEFF}" else {
            throw failure("a template is text in UTF-8 without byte order mark: save this file so")
        }
        let source = SourceText(file: input, text: text)
        var compiler = TemplateCompiler(
            source, name: name, hasStrings: hasStrings, module: module ?? "PorticoHTML", publicFiles: Set(files))
        return Output(swift: try compiler.compile())
    }

    private func embedFiles() throws -> String {
        var emitter = PublicFilesEmitter()
        let (manager, folder) = (FileManager.default, URL(filePath: input))
        for name in files { try emitter.add(name, at: folder.appending(path: name)) }
        guard let bundler else { return emitter.swift }
        // In a copy: addresses in source maps are relative, and simultaneous builds do not disturb each other.
        let copy = URL(filePath: output).deletingLastPathComponent().appending(path: "bundling")
        try? manager.removeItem(at: copy)
        defer { try? manager.removeItem(at: copy) }
        for name in files {
            let file = copy.appending(path: name)
            try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try manager.copyItem(at: folder.appending(path: name), to: file)
        }
        let process = try Process.run(URL(filePath: bundler), arguments: [copy.path])
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw failure("the public files cannot be bundled") }
        let bundles = copy.appending(path: "dist")
        for name in try manager.subpathsOfDirectory(atPath: bundles.path).sorted() {
            let file = bundles.appending(path: name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            try emitter.add("dist/\(name)", at: file)
        }
        return emitter.swift
    }

    private func compileStrings(_ data: Data) throws -> Output {
        let catalogue = try StringCatalogue(data: data, file: input)
        return Output(swift: StringsEmitter(catalogue, module: module).swift, warnings: catalogue.warnings)
    }

    private func failure(_ message: String) -> CompilationFailure {
        CompilationFailure([Diagnostic(file: input, location: Location(line: 1, column: 1), message: message)])
    }
}
