import Foundation
import NIOCore
import PorticoAssets
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoSQLite

/// The server cannot start. The description is a line for the person who started it.
public struct StartFailure: Error, CustomStringConvertible {
    public let description: String
    /// The failure of the database that caused it; nil for another cause.
    let storage: StorageFailure?

    public init(_ description: String) {
        self.init(description, of: nil)
    }

    init(_ description: String, of storage: StorageFailure?) {
        self.description = description
        self.storage = storage
    }

    /// The failure for any error, in one sentence without the codes and statements of the systems below.
    public init(describing error: any Error) {
        switch error {
        case let failure as StartFailure: self = failure
        case let failure as StorageFailure where failure.isOutOfReach:
            self.init("the database does not answer: \(failure)", of: failure)
        case is StorageFailure:
            self.init(
                "the database cannot be written: check the space on the disk, who may write the data folder, and whether "
                    + "another program uses it")
        case is ApplicationMistake, is AssetLibrary.Missing, is AssetLibrary.Unreadable: self.init("\(error)")
        case is CocoaError, is POSIXError: self.init(Self.sentence(aboutFile: error))
        default:
            let sentence = SQLiteDatabase.sentence(about: error).map { "the database \($0)" }
            let text = "\(error)".fields(omittingEmpty: true) { $0 == 10 || $0 == 13 }.joined(separator: " ")
            self.init(sentence ?? "something unexpected went wrong: \(text)")
        }
    }

    /// The failure for an error of binding the address; nil for another error.
    init?(binding error: any Error, hostname: String, port: Int) {
        if error is SocketAddressError || error is SocketAddressError.UnknownHost {
            self.init("http.hostname: no address of this machine has the name \(hostname)")
            return
        }
        guard let error = error as? IOError else { return nil }
        switch error.errnoCode {
        case EADDRINUSE: self.init("port \(port) on \(hostname) is in use")
        case EACCES: self.init("no permission to listen on port \(port) of \(hostname)")
        case EADDRNOTAVAIL: self.init("\(hostname) is not an address of this machine")
        default:
            self.init("cannot listen on \(hostname):\(port): \(String(cString: strerror(error.errnoCode)))")
        }
    }

    private static func sentence(aboutFile error: any Error) -> String {
        let path = (error as? CocoaError)?.filePath ?? (error as? CocoaError)?.url?.path
        return "\(path ?? "a file") cannot be used: \(error.reason)"
    }
}
