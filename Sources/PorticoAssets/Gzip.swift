import CDeflate

/// Compresses whole files with libdeflate, at its highest level.
enum Gzip {
    /// Out of memory.
    struct Failure: Error {}

    static func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(12) else { throw Failure() }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        return try [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
            guard count > 0 else { throw Failure() }
        }
    }
}
