import CZlib

/// Compresses whole files, once, with zlib.
enum Gzip {
    /// zlib's own code, where it could not compress.
    struct Failure: Error {
        let code: Int32
    }

    static func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        let code = portico_gzip_init(&stream)
        guard code == Z_OK else { throw Failure(code: code) }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { throw Failure(code: result) }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
