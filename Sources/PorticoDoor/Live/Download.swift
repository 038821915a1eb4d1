import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import PorticoBytes
import PorticoHTML

/// A file for download: the response of a handler, or the result of a job.
///
/// ```swift
/// routes.get("orders/file") { _, _ in Download(fileName: "orders.csv", type: "text/csv", bytes: csv.utf8) }
/// ```
public struct Download: ResponseGenerator, Sendable {
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

    /// A download of these bytes, such as the `utf8` of a text.
    public init(fileName: String, type: String, bytes: some Sequence<UInt8>) {
        self.init(fileName: fileName, type: type, bytes: ByteBuffer(bytes: bytes))
    }

    /// A download of a file of the file system. The whole file is read into memory.
    ///
    /// - Throws: an error of the file system.
    public init(fileName: String, type: String, contentsOf path: String) async throws {
        let data = try await NIOThreadPool.singleton.runIfActive { try Data(contentsOf: URL(filePath: path)) }
        self.init(fileName: fileName, type: type, bytes: data)
    }

    public func response(from request: Request, context: some RequestContext) -> Response { response() }

    package func response() -> Response {
        Self.response(fileName: fileName, type: type, body: ResponseBody(byteBuffer: bytes))
    }

    /// A response that is saved, not displayed (RFC 6266), and not cached.
    package static func response(fileName: String, type: String, body: ResponseBody) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename*=UTF-8''\(PercentEncoding.encode(fileName))",
            ], body: body)
    }
}
