import Crypto
import HTTPTypes
import NIOCore
import PorticoBytes
import Synchronization

/// A public file in memory. Its compressed versions are made at the first request for them, and kept.
struct Asset: Sendable {
    /// One representation of the file: its bytes and response headers.
    struct Form: Sendable {
        let body: ByteBuffer
        let etag: String
        let fields: HTTPFields
    }

    let identity: Form
    private let compressed: CompressedForms?

    /// - Parameters:
    ///   - caching: the value of `Cache-Control`.
    ///   - headers: the other headers of every response.
    init(_ bytes: [UInt8], type: String, caching: String, headers: HTTPFields) {
        let digest = SHA256.hash(data: bytes).prefix(12).map {
            $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
        }.joined()
        var fields = headers
        fields[.contentType] = type
        fields[.cacheControl] = caching
        let isText = Self.texts.contains { type.begins(with: $0) }
        if isText { fields[.vary] = "Accept-Encoding" }
        compressed = isText ? CompressedForms(of: bytes, digest: digest, fields: fields) : nil
        fields[.acceptRanges] = "bytes"
        identity = Form(bytes, etag: "\"\(digest)\"", fields: fields)
    }

    /// The version in a coding; nil if the file is not text, or if compression does not make it smaller.
    func form(in coding: ContentCoding) async -> Form? {
        await compressed?.form(in: coding)
    }

    /// The entity tags of all versions.
    var etags: [String] {
        [identity.etag] + (compressed.map { forms in ContentCoding.allCases.map(forms.etag) } ?? [])
    }

    private static let texts = ["text/", "application/json", "application/manifest+json", "image/svg+xml"]
}

/// The compressed versions of a file, each made once. Compressing 0.8 MB takes about half a second, so it runs on
/// Swift's own threads, not on an event loop.
private final class CompressedForms: Sendable {
    private enum State {
        case making(Task<Asset.Form?, Never>)
        /// nil for a coding that does not make the file smaller.
        case made(Asset.Form?)
    }

    private let bytes: [UInt8]
    private let digest: String
    private let fields: HTTPFields
    private let states = Mutex<[ContentCoding: State]>([:])

    init(of bytes: [UInt8], digest: String, fields: HTTPFields) {
        (self.bytes, self.digest, self.fields) = (bytes, digest, fields)
    }

    func etag(in coding: ContentCoding) -> String {
        "\"\(digest)-\(coding.rawValue)\""
    }

    func form(in coding: ContentCoding) async -> Asset.Form? {
        let state = states.withLock { states in
            if let state = states[coding] { return state }
            let state = State.making(Task.detached { self.makeForm(in: coding) })
            states[coding] = state
            return state
        }
        switch state {
        case .made(let form): return form
        case .making(let task):
            let form = await task.value
            states.withLock { $0[coding] = .made(form) }
            return form
        }
    }

    private func makeForm(in coding: ContentCoding) -> Asset.Form? {
        guard let smaller = coding.compress(bytes), smaller.count < bytes.count else { return nil }
        var fields = fields
        fields[.contentEncoding] = coding.rawValue
        return Asset.Form(smaller, etag: etag(in: coding), fields: fields)
    }
}

extension Asset.Form {
    fileprivate init(_ bytes: [UInt8], etag: String, fields: HTTPFields) {
        var fields = fields
        fields[.eTag] = etag
        self.init(body: ByteBuffer(bytes: bytes), etag: etag, fields: fields)
    }
}
