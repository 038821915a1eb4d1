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
        guard request.headers[.contentType].map(isForm) == true else { throw WebError(.unsupportedMediaType) }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge)
        }
        guard hasUTF8Values(body), let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw WebError(.badRequest)
        }
        do {
            return (try URLEncodedFormDecoder().decode(type, from: text), body)
        } catch {
            throw WebError(.badRequest)
        }
    }

    fileprivate static func isForm(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased()
        return type.filter { $0 != " " && $0 != "\t" } == "application/x-www-form-urlencoded"
    }

    /// Whether what is percent-encoded is well-formed and UTF-8 too: the decoder would put replacement characters in its
    /// place, and two passwords would be one.
    private static func hasUTF8Values(_ body: ByteBuffer) -> Bool {
        var bytes: [UInt8] = []
        var rest = body.readableBytesView[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return false
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self) != nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}

extension Request {
    /// The same request, once all of the form has come in that it may carry.
    ///
    /// Who sends it is found out after that: what somebody may is judged when it is done, not when they began to ask.
    func withReceivedForm() async throws -> Request {
        guard headers[.contentType].map(FormReader.isForm) == true else { return self }
        do {
            return Request(head: head, body: RequestBody(buffer: try await body.collect(upTo: FormReader.limit)))
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge)
        }
    }
}

extension Request {
    /// A field of a form that was sent by GET, where spaces are written `+`; empty where the query has none of this name,
    /// or is not that of a form.
    func queryField(_ name: String) -> String {
        let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: uri.query ?? "")
        return fields?[name] ?? ""
    }
}
