import Hummingbird
import Logging
import NIOCore
import PorticoViews

extension SignedInContext {
    /// The form that the request posts, as a type with a property for each field.
    ///
    /// A property is a `String`, a number, a `Bool` for a checkbox, or of another type that is decoded from a single
    /// text, such as an enum. An optional property is nil if its field is missing or empty; other properties, except
    /// `Bool`, need content. Line breaks are `\n`. Fields without a property are ignored.
    ///
    /// A form with `data-portico-validate` is also posted while the person fills it in. Then this method always throws a
    /// ``FormRefusal``, with the problems found or none, so that nothing is done with the form. While other fields are empty,
    /// ``ValidatedForm`` sees zeros in their places, and only its problem with the field that the person fills in counts.
    ///
    /// - Parameter check: refuses fields for reasons that only the handler knows, such as a number that is taken. Called
    ///   if there is no other problem.
    /// - Throws: what `check` throws; ``FormRefusal`` if fields are missing, not of their type, or refused by
    ///   ``ValidatedForm`` or `check`; for requests that no page sends, errors that become error pages: 415 if the
    ///   request posts no form of the type `application/x-www-form-urlencoded`, 400 if it is malformed or has a field
    ///   twice, 409 if its field `account` names another account than the current one. The log has every refusal, with
    ///   the names of the fields and without their content.
    public func form<Form: Decodable & Sendable>(
        _ type: Form.Type = Form.self, check: (Form, inout FormInput) async throws -> Void = { _, _ in }
    ) async throws -> Form {
        let decoder = FieldDecoder(try fields(), edited: form?.edited)
        return try await decode(type, with: decoder, isUnfinished: isUnfinished, check)
    }

    /// The form with files that the request posts: of the type `multipart/form-data`, which a `<form>` has with
    /// `enctype="multipart/form-data"`. As ``form(_:check:)``; besides, a property can be an ``UploadedFile``, or an array
    /// of them for `<input type="file" multiple>`.
    ///
    /// - Parameters:
    ///   - request: the request of the handler.
    ///   - limit: the maximum size of the whole form in bytes. Above 1 MiB, its path needs the same limit, by
    ///     ``MainSection/limitBodies(at:to:)``. If the route asks for the password, files are sent again in base64: both
    ///     limits must be a third larger than the files.
    ///   - check: as in ``form(_:check:)``.
    /// - Throws: as ``form(_:check:)``, but 415 for another type; 413 for a form over the limit.
    public func form<Form: Decodable & Sendable>(
        _ type: Form.Type = Form.self, in request: Request, upTo limit: Int,
        check: (Form, inout FormInput) async throws -> Void = { _, _ in }
    ) async throws -> Form {
        let form = try await multipartForm(in: request, upTo: limit)
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
        var input = decoder.input
        if let form { try await check(form, &input) }
        guard let form, input.problems.isEmpty, !isUnfinished else { throw refusal(input, isUnfinished: isUnfinished) }
        return form
    }

    /// A refusal for a reason that only the handler knows, with the posted form as typed:
    /// `throw try context.refusal(of: "number", "This number is taken.")`.
    ///
    /// For a form with files, use the `check` of ``form(_:in:upTo:check:)``.
    ///
    /// - Throws: the errors of ``form(_:check:)`` for a request without a well-formed form.
    public func refusal(of field: String, _ problem: String) throws -> FormRefusal {
        var input = FieldDecoder(try fields()).input
        input.refuse(field, problem)
        return refusal(input, isUnfinished: isUnfinished)
    }

    private var isUnfinished: Bool { form?.edited != nil }

    private func refusal(_ input: FormInput, isUnfinished: Bool) -> FormRefusal {
        if !isUnfinished {
            log("a form was refused", ["fields": .string(input.problems.keys.sorted().joined(separator: " "))])
        }
        return FormRefusal(input: input)
    }

    /// The fields of the posted form, each once.
    private func fields() throws -> [FormField] {
        do throws(WebError) {
            guard let form else { throw WebError(.unsupportedMediaType) }
            guard let fields = [FormField](urlEncoded: Array(form.body.readableBytesView)) else {
                throw WebError(.badRequest)
            }
            try requireOnce(fields.map(\.name))
            try require(fields.first { $0.name == "account" }?.value)
            return fields
        } catch {
            log(refused: error)
            throw error
        }
    }

    /// The form with files of a request, with each text once.
    private func multipartForm(in request: Request, upTo limit: Int) async throws -> MultipartForm {
        do {
            let form = try await MultipartForm.read(from: request, upTo: limit).form
            try requireOnce(form.fields.map(\.name))
            try require(form.text("account"))
            return form
        } catch let error as WebError {
            log(refused: error)
            throw error
        }
    }

    private func requireOnce(_ names: [String]) throws(WebError) {
        guard Set(names).count == names.count else { throw WebError(.badRequest) }
    }

    private func log(refused error: WebError) {
        log("a form was refused", ["status": "\(error.status.code)"])
    }

    private func log(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        let path = Logger.MetadataValue.string(endpointPath ?? "")
        logger.info(message, metadata: metadata.merging(["path": path]) { first, _ in first })
    }
}
