import Crypto
import HTTPTypes
import NIOCore

/// A public file in memory, with a gzip version if that is smaller.
struct Asset: Sendable {
    /// One representation of the file: its bytes and response headers.
    struct Form: Sendable {
        let body: ByteBuffer
        let etag: String
        let fields: HTTPFields
    }

    let identity: Form
    let gzip: Form?

    /// - Parameters:
    ///   - caching: the value of `Cache-Control`.
    ///   - security: the headers added to every response.
    /// - Throws: ``Gzip/Failure``.
    init(_ bytes: [UInt8], type: String, caching: String, security: HTTPFields) throws {
        let digest = SHA256.hash(data: bytes).prefix(12).map {
            $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
        }
        let isText = Self.compressed.contains { type.hasPrefix($0) }
        let compressed = isText ? try Gzip.compress(bytes) : bytes
        let isWorthIt = isText && compressed.count < bytes.count
        var fields = security
        fields[.contentType] = type
        fields[.cacheControl] = caching
        if isWorthIt { fields[.vary] = "Accept-Encoding" }
        identity = Form(bytes, etag: "\"\(digest.joined())\"", fields: fields, isWhole: true)
        guard isWorthIt else {
            gzip = nil
            return
        }
        fields[.contentEncoding] = "gzip"
        gzip = Form(compressed, etag: "\"\(digest.joined())-gzip\"", fields: fields, isWhole: false)
    }

    private static let compressed = ["text/", "application/json", "application/manifest+json", "image/svg+xml"]
}

extension Asset.Form {
    fileprivate init(_ bytes: [UInt8], etag: String, fields: HTTPFields, isWhole: Bool) {
        var fields = fields
        fields[.eTag] = etag
        if isWhole { fields[.acceptRanges] = "bytes" }
        self.init(body: ByteBuffer(bytes: bytes), etag: etag, fields: fields)
    }
}
