import HTTPTypes
import Hummingbird
import NIOCore

/// A file for the person who asked for it.
public struct Download: Sendable {
    /// As it is saved, with its ending.
    public let fileName: String
    /// Its media type.
    public let type: String
    public let bytes: ByteBuffer

    public init(fileName: String, type: String, bytes: ByteBuffer) {
        self.fileName = fileName
        self.type = type
        self.bytes = bytes
    }

    /// The file, to be saved and not shown (RFC 6266), and kept by nobody else.
    func response() -> Response {
        let unreserved = fileName.utf8.map { byte -> String in
            Self.unreserved.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename*=UTF-8''\(unreserved.joined())",
            ], body: ResponseBody(byteBuffer: bytes))
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
