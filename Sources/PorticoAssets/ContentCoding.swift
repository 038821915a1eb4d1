import CBrotli
import CDeflate

/// A way to compress a whole file (RFC 9110, 8.4.1), at its highest level.
enum ContentCoding: String, CaseIterable {
    // In order of preference.
    case brotli = "br"
    case gzip

    /// - Returns: nil if there is not enough memory.
    func compress(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .brotli: Self.brotli(bytes)
        case .gzip: Gzip.compress(bytes)
        }
    }

    private static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        // The function returns 0 if there is no bound.
        let bound = max(BrotliEncoderMaxCompressedSize(bytes.count), 1)
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = bound
            let isDone = BrotliEncoderCompress(
                BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, bytes.count, bytes, &count,
                output.baseAddress)
            if isDone != BROTLI_TRUE { count = 0 }
        }
        return compressed.isEmpty ? nil : compressed
    }
}

/// Compression in memory (RFC 1952).
package enum Gzip {
    /// At the highest level.
    ///
    /// - Returns: nil if there is not enough memory.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(12) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
        }
        return compressed.isEmpty ? nil : compressed
    }

    /// - Returns: nil if the bytes are not a gzip stream, or if the result exceeds `limit`.
    package static func decompress(_ bytes: some Sequence<UInt8>, upTo limit: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        let bytes = Array(bytes)
        var isDone = false
        let all = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
            let result = libdeflate_gzip_decompress(
                decompressor, bytes, bytes.count, output.baseAddress, limit, &count)
            isDone = result == LIBDEFLATE_SUCCESS
            if !isDone { count = 0 }
        }
        return isDone ? all : nil
    }
}
