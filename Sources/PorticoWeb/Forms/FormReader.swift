import HTTPTypes
import Hummingbird
import NIOCore

/// Reads a form's fields from a request.
struct FormReader: Sendable {
    /// The most bytes a form may have.
    static let limit = 16_384

    /// - Throws: 415 for another media type, 413 for a body over the limit, 400 for one that is not a form: bad UTF-8,
    ///   broken escapes, a field given twice.
    static func read<Form: Decodable>(_ type: Form.Type, from request: Request) async throws -> (
        form: Form, body: ByteBuffer
    ) {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            throw WebError(.unsupportedMediaType)
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge)
        }
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else { throw WebError(.badRequest) }
        do {
            return (try URLEncodedFormDecoder().decode(type, from: text), body)
        } catch {
            throw WebError(.badRequest)
        }
    }
}
