import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes

/// Decodes form fields from a request.
package struct FormReader: Sendable {
    /// The maximum size of a form in bytes.
    static let limit = 16_384

    /// - Throws: 415 for another media type, 413 for a body over the limit, 400 for a malformed form: invalid UTF-8,
    ///   invalid percent-encoding, a duplicate field.
    package static func read<Form: Decodable>(_ type: Form.Type, from request: Request) async throws -> (
        form: Form, body: ByteBuffer
    ) {
        guard request.headers[.contentType].map(isForm) == true else { throw WebError(.unsupportedMediaType) }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge)
        }
        // The decoder would replace what is not UTF-8, so that two different passwords would be equal.
        guard [FormField](urlEncoded: Array(body.readableBytesView)) != nil,
            let text = String(validating: body.readableBytesView, as: UTF8.self)
        else { throw WebError(.badRequest) }
        do {
            return (try URLEncodedFormDecoder().decode(type, from: text), body)
        } catch {
            throw WebError(.badRequest)
        }
    }

    static func isForm(_ contentType: String) -> Bool {
        contentType.before(";").trimmed().isEqualIgnoringASCIICase(to: "application/x-www-form-urlencoded")
    }
}

/// A form as a request posts it.
struct ReceivedForm: Sendable {
    let body: ByteBuffer
    /// The field that the person is still filling in: the fields are validated, and nothing is done with the form. nil for
    /// a form that is sent.
    let edited: String?
}

extension Request {
    /// Receives the form completely, so that its body can be read any number of times; nil if the request has none.
    ///
    /// The identity is determined after that, so that permissions are checked at the time of the action, not at the
    /// start of the request.
    mutating func receiveForm() async throws -> ReceivedForm? {
        guard headers[.contentType].map(FormReader.isForm) == true else { return nil }
        do {
            let form = try await body.collect(upTo: FormReader.limit)
            self = Request(head: head, body: RequestBody(buffer: form))
            return ReceivedForm(body: form, edited: headers[.porticoValidate])
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge)
        }
    }
}

extension Request {
    /// A field of a GET form, in which `+` is a space; empty if the query has no such field or is malformed.
    package func queryField(_ name: String) -> String {
        let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: uri.query ?? "")
        return fields?[name] ?? ""
    }
}
