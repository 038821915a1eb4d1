import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Reads the posted form of a request.
struct FormReader: Sendable {
    /// The form; nil if the request has none of the type `application/x-www-form-urlencoded`.
    let form: ReceivedForm?
    /// The current account; nil if nobody is signed in.
    let account: AccountID?
    /// The path of the request, for the log.
    let path: String
    let logger: Logger

    func read<Form: Decodable & Sendable>(
        _ type: Form.Type, check: (Form, inout FormInput) async throws -> Void = { _, _ in }
    ) async throws -> Form {
        let decoder = FieldDecoder(try fields(), edited: form?.edited)
        return try await decode(type, with: decoder, isUnfinished: form?.edited != nil, check)
    }

    /// - Parameter limit: the maximum size of the whole form in bytes.
    func read<Form: Decodable & Sendable>(
        _ type: Form.Type, in request: Request, upTo limit: Int,
        check: (Form, inout FormInput) async throws -> Void
    ) async throws -> Form {
        let form = try await multipartForm(in: request, upTo: limit).form
        let files = Dictionary(grouping: form.uploads, by: \.field).mapValues { $0.map(\.file) }
        let edited = request.headers[.porticoValidate]
        let decoder = FieldDecoder(form.fields, files: files, edited: edited)
        return try await decode(type, with: decoder, isUnfinished: edited != nil, check)
    }

    private func decode<Form: Decodable & Sendable>(
        _ type: Form.Type, with decoder: FieldDecoder, isUnfinished: Bool,
        _ check: (Form, inout FormInput) async throws -> Void
    ) async throws -> Form {
        let form = try decoder.decode(type)
        try requireOnce(decoder.repeated)
        var input = decoder.input
        if let form { try await check(form, &input) }
        guard let form, input.problems.isEmpty, !isUnfinished else { throw refusal(input, isUnfinished: isUnfinished) }
        return form
    }

    func refusal(of field: String, _ problem: some LocalizedTextConvertible) throws -> FormRefusal {
        var input = FieldDecoder(try fields()).input
        input.refuse(field, problem)
        return refusal(input, isUnfinished: form?.edited != nil)
    }

    private func refusal(_ input: FormInput, isUnfinished: Bool) -> FormRefusal {
        if !isUnfinished {
            log("a form was refused", ["fields": .string(input.problems.keys.sorted().joined(separator: " "))])
        }
        return FormRefusal(input: input)
    }

    /// The fields of the form, in the order sent.
    ///
    /// - Throws: 415 for another media type, 400 for a malformed form.
    func fields() throws -> [FormField] {
        do throws(WebError) {
            guard let form else { throw WebError(.unsupportedMediaType) }
            guard let fields = form.fields else { throw WebError(.badRequest) }
            return fields
        } catch {
            log(refused: error)
            throw error
        }
    }

    /// The form with files, and its body.
    ///
    /// - Parameter limit: the maximum size of the whole form in bytes.
    /// - Throws: 415 for another media type, 413 for a body over the limit, 400 for a malformed form or one with two
    ///   fields `account`, 409 if the form is of another account than the current one.
    func multipartForm(in request: Request, upTo limit: Int) async throws -> (form: MultipartForm, body: ByteBuffer) {
        do {
            guard request.hasMultipartForm, let type = request.headers[.contentType] else {
                throw WebError(.unsupportedMediaType)
            }
            let body = try await request.body.collect(upTo: limit)
            guard let form = MultipartForm(Array(body.readableBytesView), contentType: type) else {
                throw WebError(.badRequest)
            }
            try requireAccount(in: form.fields)
            return (form, body)
        } catch is NIOTooManyBytesError {
            log(refused: WebError(.contentTooLarge))
            throw WebError(.contentTooLarge)
        } catch let error as WebError {
            log(refused: error)
            throw error
        }
    }

    /// Requires that the page with the form was rendered for the current account.
    ///
    /// - Throws: 409 if another account is current; 400 for a malformed form, or one with two fields `account`.
    func requireAccount() throws(WebError) {
        guard let form else { return }
        do throws(WebError) {
            guard let fields = form.fields else { throw WebError(.badRequest) }
            try requireAccount(in: fields)
        } catch {
            log(refused: error)
            throw error
        }
    }

    private func requireAccount(in fields: [FormField]) throws(WebError) {
        let accounts = fields.filter { $0.name == "account" }
        guard accounts.count <= 1 else { throw WebError(.badRequest) }
        guard let current = self.account, let account = accounts.first else { return }
        guard account.value == current.description else { throw WebError(.conflict) }
    }

    /// - Parameter repeated: the names of fields that occur several times, although the form has one value for them.
    private func requireOnce(_ repeated: Set<String>) throws(WebError) {
        guard !repeated.isEmpty else { return }
        let error = WebError(.badRequest)
        log(refused: error)
        throw error
    }

    private func log(refused error: WebError) {
        log("a form was refused", ["status": "\(error.status.code)"])
    }

    private func log(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        logger.info(message, metadata: metadata.merging(["path": .string(path)]) { first, _ in first })
    }
}

/// A posted form of the type `application/x-www-form-urlencoded`.
struct ReceivedForm: Sendable {
    /// The maximum size in bytes.
    static let limit = 16_384

    /// The fields in the order sent; nil for a malformed form, with invalid UTF-8 or percent-encoding.
    let fields: [FormField]?
    /// The field that the person is still filling in; nil for a form that is sent. With such a field, the form is only
    /// validated.
    let edited: String?

    static func isType(_ contentType: String) -> Bool {
        contentType.before(";").trimmed().isEqualIgnoringASCIICase(to: "application/x-www-form-urlencoded")
    }
}

extension [FormField] {
    /// The account for which the page with the form was rendered; nil if the form does not say.
    var account: String? { first { $0.name == "account" }?.value }
}

extension Request {
    /// Whether the request posts a form that ``receiveForm()`` receives.
    var hasForm: Bool { headers[.contentType].map(ReceivedForm.isType) == true }

    /// Receives the complete form, so that its body can be read several times.
    ///
    /// - Throws: 413 for a form over the limit.
    mutating func receiveForm() async throws -> ReceivedForm {
        do {
            let bytes = try await body.collect(upTo: ReceivedForm.limit)
            self = Request(head: head, body: RequestBody(buffer: bytes))
            return ReceivedForm(
                fields: [FormField](urlEncoded: Array(bytes.readableBytesView)), edited: headers[.porticoValidate])
        } catch is NIOTooManyBytesError {
            throw WebError(.contentTooLarge)
        }
    }
}

extension Request {
    /// A field of the query or of a GET form, which has `+` for a space; empty if the query is malformed or has no such
    /// field.
    ///
    /// ```swift
    /// let books = try await books.found(by: request.queryField("search"))
    /// ```
    public func queryField(_ name: String) -> String {
        guard let query = uri.query else { return "" }
        let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: query)
        return fields?[name] ?? ""
    }
}
