import HTTPTypes
import Hummingbird
import NIOCore

/// A file for download.
public struct Download: Sendable {
    /// The file name with its extension.
    public let fileName: String
    /// The media type.
    public let type: String
    /// The content.
    public let bytes: ByteBuffer

    public init(fileName: String, type: String, bytes: ByteBuffer) {
        self.fileName = fileName
        self.type = type
        self.bytes = bytes
    }

    /// A response that is saved, not displayed (RFC 6266), and not cached.
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
