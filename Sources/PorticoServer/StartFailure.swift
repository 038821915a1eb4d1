import Foundation
import NIOCore

/// The server cannot start. The description is a line for the person who started it.
public struct StartFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }

    /// The failure for an error of binding the address; nil for another error.
    init?(binding error: any Error, hostname: String, port: Int) {
        guard let error = error as? IOError else { return nil }
        switch error.errnoCode {
        case EADDRINUSE: self.init("port \(port) on \(hostname) is in use")
        case EACCES: self.init("no permission to listen on port \(port) of \(hostname)")
        case EADDRNOTAVAIL: self.init("\(hostname) is not an address of this machine")
        default: self.init("cannot listen on \(hostname):\(port): \(error)")
        }
    }
}
