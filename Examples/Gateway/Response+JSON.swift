import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes
import PorticoConfig

extension Response {
    /// A JSON response with `Cache-Control: no-store`.
    init(_ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        self.init(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }
}

extension Request {
    /// Decodes the JSON body.
    ///
    /// - Throws: ``AnswerError`` with 415 for another media type or 400 for another form; `HTTPError` with 413 above 16
    ///   KiB.
    func json<Value: Decodable>(_ type: Value.Type, saying form: String) async throws -> Value {
        let mediaType = headers[.contentType].map {
            $0.before(";").trimmed().asciiLowercased
        }
        guard mediaType == "application/json" else { throw AnswerError.mediaType }
        do {
            let bytes = try await body.collect(upTo: 16_384)
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch is DecodingError {
            throw AnswerError.badRequest(form)
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge)
        }
    }

    /// The token in `Authorization: Bearer …`.
    var token: String? {
        guard let (scheme, token) = headers[.authorization]?.cut(at: " "),
            scheme.isEqualIgnoringASCIICase(to: "bearer")
        else { return nil }
        return String(token)
    }
}
