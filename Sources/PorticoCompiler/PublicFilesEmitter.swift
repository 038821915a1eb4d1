import Foundation

/// Generates the Swift code that puts public files into the program.
struct PublicFilesEmitter {
    private var files: [String] = []
    private var fingerprint = Fingerprint()

    /// Adds the content of a file under a name.
    ///
    /// - Throws: an error of the file system.
    mutating func add(_ name: String, at file: URL) throws {
        let bytes = try Data(contentsOf: file)
        fingerprint.add(name.utf8)
        fingerprint.add(CollectionOfOne(0))
        fingerprint.add("\(bytes.count)".utf8)
        fingerprint.add(bytes)
        files.append("PublicFile(name: \(SwiftLiteral.quoted(name)), base64: \"\(bytes.base64EncodedString())\"),\n")
    }

    /// The generated file.
    var swift: String {
        """
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
