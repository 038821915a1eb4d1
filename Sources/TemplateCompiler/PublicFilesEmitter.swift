import Foundation

/// Generates the Swift code that puts public files into the program.
struct PublicFilesEmitter {
    let folder: String
    /// Paths in the folder.
    let names: [String]

    /// The generated file.
    ///
    /// - Throws: an error of the file system.
    func swift() throws -> String {
        var fingerprint = Fingerprint()
        let files = try names.map { name in
            let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: name))
            fingerprint.add(name.utf8)
            fingerprint.add(CollectionOfOne(0))
            fingerprint.add("\(bytes.count)".utf8)
            fingerprint.add(bytes)
            return "PublicFile(name: \(SwiftLiteral.quoted(name)), base64: \"\(bytes.base64EncodedString())\"),\n"
        }
        return """
            // Made from public files by the template compiler. Edit the files instead.
            import PorticoHTML

            extension PublicFile {
            /// The files in the folder `Public` of this target.
            static let embedded: [PublicFile] = [
            \(files.joined())]
            }

            extension PublicFolder {
            /// The folder `Public` of this target.
            static let own = PublicFolder(fingerprint: "\(fingerprint.text)", files: PublicFile.embedded)
            }

            /// The address of a file in the folder `Public` of this target, such as `asset("css/shop.css")`. A name that no
            /// file has stops the process; in a template it does not compile.
            func asset(_ name: String) -> SitePath { PublicFolder.own.path(of: name) }

            """
    }
}

/// A fingerprint by which browsers notice changed files (FNV-1a, 64 bits). It need not resist forgery.
private struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }

    /// 10 characters of base 32.
    var text: String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
        return String((0..<10).map { alphabet[Int(hash >> (5 * UInt64($0)) & 31)] })
    }
}
