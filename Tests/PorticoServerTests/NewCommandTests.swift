import Foundation
import Testing

@testable import PorticoCommand

/// `Scripts/check-docs --compile` builds a new application, and runs its test.
@Suite("portico new")
struct NewCommandTests {
    @Test("makes a package that depends on the checkout by a relative path, and says how to go on")
    func package() async throws {
        try await ProcessFolder.with { folder in
            let made = try await folder.run("new", "my-shop", "--portico", root)
            #expect(made.code == 0, "\(made.errors)")
            #expect(made.output.hasPrefix("Made my-shop. The first build compiles Portico"))
            #expect(made.output.contains("\n  cd my-shop\n  make dev "))
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/my-shop").sorted()
            #expect(
                files.filter { $0.contains(".") || $0.hasSuffix("file") } == [
                    ".dockerignore", ".gitignore", "Dockerfile", "Makefile", "Package.swift",
                    "Sources/MyShop/MyShop.swift", "Sources/MyShop/NoteList.swift", "Sources/MyShop/Pages.swift",
                    "Sources/MyShop/Templates/NewNotePage.html", "Sources/MyShop/Templates/NotesPage.html",
                    "Tests/MyShopTests/NotesTests.swift",
                ])
            let manifest = try String(contentsOfFile: folder.path + "/my-shop/Package.swift", encoding: .utf8)
            let path = try #require(manifest.firstMatch(of: /package\(name: "portico", path: "(\.\.\/[^"]+)"\)/)?.1)
            let checkout = URL(filePath: "\(folder.path)/my-shop/\(path)").resolvingSymlinksInPath().path
            #expect(checkout == URL(filePath: root).resolvingSymlinksInPath().path)
        }
    }

    @Test("builds an image as the tutorial's application does")
    func dockerfile() throws {
        let place = PackagePlace(of: URL(filePath: root + "/Examples/Shop"), checkout: URL(filePath: root))
        let files = Starter(name: try ApplicationName("bookshop"), place: place).files
        let made = try #require(files.first { $0.path == "Dockerfile" }).text
        let tutorial = try String(contentsOfFile: root + "/Examples/Shop/Dockerfile", encoding: .utf8)
        #expect(steps(made) == steps(tutorial))
    }

    /// The lines of a Dockerfile without comments.
    private func steps(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test("without --portico, takes the checkout in which the program was built")
    func ownCheckout() async throws {
        try await ProcessFolder.with { folder in
            let made = try await folder.run("new", "shop")
            #expect(made.code == 0, "\(made.errors)")
        }
    }

    @Test("refuses what is there already, and a folder that is no checkout, and writes nothing")
    func refusals() async throws {
        try await ProcessFolder.with { folder in
            _ = try folder.file("shop", "mine")
            try await folder.run("new", "shop", "--portico", root)
                .fails("shop is already there: choose another name")
            #expect(try String(contentsOfFile: folder.path + "/shop", encoding: .utf8) == "mine")
            try await folder.run("new", "store", "--portico", "elsewhere").fails("elsewhere is no checkout of Portico")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/store"))
        }
    }

    @Test(
        "derives the names of module and title",
        arguments: [
            ("shop", "Shop", "Shop"), ("my-shop", "MyShop", "My shop"), ("MyShop", "MyShop", "MyShop"),
            ("shop-2", "Shop2", "Shop 2"), ("class", "Class", "Class"),
        ])
    func names(text: String, module: String, title: String) throws {
        let name = try ApplicationName(text)
        #expect(name.module == module)
        #expect(name.title == title)
    }

    @Test(
        "refuses a name that is no folder, package or module",
        arguments: [
            "", "2shop", "my shop", "my--shop", "-shop", "shop-", "../shop", "büro", "a/b",
            String(repeating: "a", count: 31),
        ])
    func invalidNames(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try ApplicationName(text) }
        #expect(failure?.message.contains("cannot be the name of an application: begin with a letter") == true)
    }

    @Test(
        "refuses the names of Portico's targets, of Swift's types, and of those in its own files",
        arguments: try targets() + ["self", "Type", "sendable", "TestServer", "notes-tests"])
    func takenNames(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try ApplicationName(text) }
        #expect(failure?.message.hasPrefix("an application cannot be called \(text), because") == true)
    }

    @Test(
        "finds the path to the checkout, and a place for both in an image",
        arguments: [
            ("/a/shop", "/a/portico", "../portico", "shop", "portico"),
            ("/a/portico/Examples/Shop", "/a/portico", "../..", "Examples/Shop", ""),
            ("/srv/apps/shop", "/usr/src/portico", "../../../usr/src/portico", "srv/apps/shop", "usr/src/portico"),
        ])
    func places(package: String, checkout: String, path: String, packageInImage: String, checkoutInImage: String) {
        let place = PackagePlace(of: URL(filePath: package), checkout: URL(filePath: checkout))
        #expect(place.pathToCheckout == path)
        #expect(place.package == packageInImage)
        #expect(place.checkout == checkoutInImage)
    }
}

private let root = #filePath.replacing("/Tests/PorticoServerTests/NewCommandTests.swift", with: "")

/// The names of the targets and products in Package.swift.
private func targets() throws -> [String] {
    let manifest = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8)
    let names = manifest.matches(of: /name: "([A-Za-z0-9]+)"/).map { String($0.1) }
    return Set(names).sorted()
}
