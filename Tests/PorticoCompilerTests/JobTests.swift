import Foundation
import Testing

@testable import PorticoCompiler

@Suite("The tool")
struct JobTests {
    @Test("It reads its arguments, and nothing else")
    func arguments() {
        #expect(Job(arguments: ["template", "a", "b"])?.hasStrings == false)
        #expect(Job(arguments: ["template", "a", "b", "--strings"])?.hasStrings == true)
        #expect(Job(arguments: ["template", "a", "b", "--public", "c.css"])?.files == ["c.css"])
        let both = Job(arguments: ["template", "a", "b", "--strings", "--public", "c.css", "d.js"])
        #expect(both?.hasStrings == true)
        #expect(both?.files == ["c.css", "d.js"])
        #expect(both != nil && both?.module == nil)
        let all = Job(arguments: ["template", "a", "b", "--strings", "--import", "Portico", "--public", "c.css"])
        #expect(all?.module == "Portico")
        #expect(all?.files == ["c.css"])
        #expect(Job(arguments: ["strings", "a", "b"])?.kind == .strings)
        #expect(Job(arguments: ["strings", "a", "b", "--import", "Portico"])?.module == "Portico")
        #expect(Job(arguments: ["files", "a", "b", "css/c.css", "--strings"])?.files == ["css/c.css", "--strings"])
        for wrong in [
            [], ["template"], ["other", "a", "b"], ["template", "a", "b", "--other"],
            ["template", "a", "b", "--strings", "c"], ["strings", "a", "b", "--public", "c"],
            ["template", "a", "b", "--import"],
        ] {
            #expect(Job(arguments: wrong) == nil)
        }
    }

    @Test("The name of a template is the name of a struct", arguments: ["my-page.html", "class.html", "2nd.html"])
    func names(file: String) throws {
        let failure = #expect(throws: CompilationFailure.self) { try run(file, Data("<p></p>".utf8)) }
        #expect(failure?.diagnostics.first?.message.contains("cannot be the name of one: rename the file") == true)
    }

    @Test(
        "A template is text in UTF-8 without byte order mark",
        arguments: [[0xFF, 0xFE], [0xEF, 0xBB, 0xBF, 0x61]] as [[UInt8]])
    func encoding(bytes: [UInt8]) throws {
        let failure = #expect(throws: CompilationFailure.self) { try run("Page.html", Data(bytes)) }
        #expect(
            failure?.diagnostics.first?.message
                == "a template is text in UTF-8 without byte order mark: save this file so")
    }

    @Test("Errors and source locations have the path as given")
    func paths() throws {
        #expect(try run("Page.html", Data("<b>".utf8) + Data("</b>".utf8)).contains("Page.html\", line: 1)"))
        let failure = #expect(throws: CompilationFailure.self) { try run("Page.html", Data("<b>".utf8)) }
        let first = try #require(failure?.diagnostics.first)
        #expect(
            first.description.hasSuffix(
                "/Page.html:1:1: error: <b> is never closed: add </b> before the end of the file"))
    }

    @Test("Public files have the bundles of a program beside them, and report its failure")
    func bundles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "in/js"), withIntermediateDirectories: true)
        try Data("long".utf8).write(to: folder.appending(path: "in/js/a.js"))
        let program = folder.appending(path: "bundle")
        func embed(_ script: String) throws -> String {
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            let arguments = ["files", folder.path + "/in", folder.path + "/out", "--bundles", program.path, "js/a.js"]
            return try #require(Job(arguments: arguments)).run().swift
        }
        let swift = try embed("mkdir -p $1/dist/js && head -c 1 $1/js/a.js > $1/dist/js/a.js")
        #expect(swift.contains(#"PublicFile(name: "js/a.js", base64: "bG9uZw==")"#))
        #expect(swift.contains(#"PublicFile(name: "dist/js/a.js", base64: "bA==")"#))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["bundle", "in"])
        #expect(throws: CompilationFailure.self) { try embed("exit 1") }
    }

    @Test("A compiled template imports the module that its target depends on")
    func module() throws {
        #expect(try run("Page.html", Data()).contains("\nimport PorticoHTML\n"))
        #expect(try run("Page.html", Data(), "--import", "Portico").contains("\nimport Portico\n"))
    }

    @Test("An unchanged output stays the same file, so that no target is built again")
    func unchanged() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let job = try #require(Job(arguments: ["template", "unused", file.path]))
        func number() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
        }
        try job.write(Job.Output(swift: "a"))
        let first = try #require(try number())
        try job.write(Job.Output(swift: "a"))
        #expect(try number() == first)
        try job.write(Job.Output(swift: "b"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "b")
    }

    @Test("Public files become bytes in base64, by their names")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder.appending(path: "img"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data([0, 255]).write(to: folder.appending(path: "img/a \".png"))
        let job = try #require(Job(arguments: ["files", folder.path, "unused", "img/a \".png"]))
        let swift = try job.run().swift
        #expect(swift.contains(#"PublicFile(name: "img/a \".png", base64: "AP8="),"#))
        #expect(swift.contains("func asset(_ name: String) -> SitePath"))
        let fingerprint = try #require(swift.firstMatch(of: /fingerprint: "([a-z2-7]{10})"/)?.output.1)
        try Data([0, 254]).write(to: folder.appending(path: "img/a \".png"))
        #expect(try !job.run().swift.contains(fingerprint))
    }

    private func run(_ name: String, _ data: Data, _ options: String...) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try data.write(to: file)
        let job = try #require(Job(arguments: ["template", file.path, "unused"] + options))
        return try job.run().swift
    }
}
