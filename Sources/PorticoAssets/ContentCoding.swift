import CBrotli
import CDeflate

/// A way to compress a whole file (RFC 9110, 8.4.1), each at its highest level.
enum ContentCoding: String, CaseIterable {
    // In the order in which they are preferred.
    case brotli = "br"
    case gzip

    /// Out of memory.
    struct Failure: Error {}

    /// - Throws: ``Failure``.
    func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        switch self {
        case .brotli: try Self.brotli(bytes)
        case .gzip: try Self.gzip(bytes)
        }
    }

    private static func brotli(_ bytes: [UInt8]) throws -> [UInt8] {
        // 0 where there is no bound.
        let bound = max(BrotliEncoderMaxCompressedSize(bytes.count), 1)
        return try [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = bound
            let isDone = BrotliEncoderCompress(
                BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, bytes.count, bytes, &count,
                output.baseAddress)
            guard isDone == BROTLI_TRUE else { throw Failure() }
        }
    }

    private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(12) else { throw Failure() }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        return try [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
            guard count > 0 else { throw Failure() }
        }
    }
}
