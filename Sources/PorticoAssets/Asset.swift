import Crypto
import HTTPTypes
import NIOCore

/// A public file in memory, with its compressed versions if they are smaller.
struct Asset: Sendable {
    /// One representation of the file: its bytes and response headers.
    struct Form: Sendable {
        let body: ByteBuffer
        let etag: String
        let fields: HTTPFields
    }

    let identity: Form
    /// The compressed versions; empty if the file is not text, or does not shrink.
    let compressed: [ContentCoding: Form]

    /// - Parameters:
    ///   - caching: the value of `Cache-Control`.
    ///   - headers: the other headers of every response.
    /// - Throws: ``ContentCoding/Failure``.
    init(_ bytes: [UInt8], type: String, caching: String, headers: HTTPFields) throws {
        let digest = SHA256.hash(data: bytes).prefix(12).map {
            $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
        }.joined()
        let codings = Self.texts.contains { type.hasPrefix($0) } ? ContentCoding.allCases : []
        let smaller = try codings.map { (coding: $0, bytes: try $0.compress(bytes)) }
            .filter { $0.bytes.count < bytes.count }
        var fields = headers
        fields[.contentType] = type
        fields[.cacheControl] = caching
        if !smaller.isEmpty { fields[.vary] = "Accept-Encoding" }
        var whole = fields
        whole[.acceptRanges] = "bytes"
        identity = Form(bytes, etag: "\"\(digest)\"", fields: whole)
        compressed = Dictionary(
            uniqueKeysWithValues: smaller.map { coding, bytes in
                fields[.contentEncoding] = coding.rawValue
                return (coding, Form(bytes, etag: "\"\(digest)-\(coding.rawValue)\"", fields: fields))
            })
    }

    private static let texts = ["text/", "application/json", "application/manifest+json", "image/svg+xml"]
}

extension Asset.Form {
    fileprivate init(_ bytes: [UInt8], etag: String, fields: HTTPFields) {
        var fields = fields
        fields[.eTag] = etag
        self.init(body: ByteBuffer(bytes: bytes), etag: etag, fields: fields)
    }
}
