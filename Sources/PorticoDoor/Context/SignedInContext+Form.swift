import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension SignedInContext {
    /// The form that the request posts, as a type with a property for each field.
    ///
    /// A property is a `String`, a number, a `Bool` for a checkbox, a ``FieldValue`` such as `CalendarDate`, or of another
    /// type that is decoded from a single text, such as an enum. An optional property is nil if its field is missing or
    /// empty; other properties, except `Bool`, need content. An array of texts has the values of all fields with its
    /// name, such as checkboxes. Line breaks are `\n`. Fields without a property are ignored.
    ///
    /// A form with `data-portico-validate` is also posted while the person fills it in. Then this method always throws
    /// a ``FormRefusal``, with the problems that it found or none, so that the handler does nothing with the form.
    /// While other fields are empty, ``ValidatedForm`` sees zeros in their places, and the person sees only the problem
    /// of the field that they are filling in.
    ///
    /// - Parameter check: refuses fields for reasons that only the handler knows, such as a number that is taken. Runs
    ///   if there is no other problem.
    /// - Throws: the errors of `check`; ``FormRefusal`` if fields are missing, not of their type, or refused by
    ///   ``ValidatedForm`` or `check`. For requests that no page sends, the errors become error pages: 415 if the
    ///   request posts no form of the type `application/x-www-form-urlencoded`, 400 if it is malformed or has a field
    ///   twice that is no array, 409 if its field `account` names another account than the current one. The log has every refusal, with
    ///   the names of the fields and without their content.
    public func form<Form: Decodable & Sendable>(
        _ type: Form.Type = Form.self, check: (Form, inout FormInput) async throws -> Void = { _, _ in }
    ) async throws -> Form {
        try await formReader.read(type, check: check)
    }

    /// The form with files that the request posts: of the type `multipart/form-data`, which is the `enctype` of the
    /// `<form>`. The rules are those of ``form(_:check:)``. In addition, a property can be an ``UploadedFile``, or an
    /// array of them for `<input type="file" multiple>`.
    ///
    /// - Parameters:
    ///   - request: the request of the handler.
    ///   - limit: the maximum size of the whole form in bytes. Above 1 MiB, its path needs the same limit, by
    ///     ``MainSection/limitBodies(at:to:)``. If the route asks for the password, files are sent again in base64:
    ///     both limits must be a third larger than the files.
    ///   - check: as in ``form(_:check:)``.
    /// - Throws: as ``form(_:check:)``, but 415 for another type; 413 for a form over the limit.
    public func form<Form: Decodable & Sendable>(
        _ type: Form.Type = Form.self, in request: Request, upTo limit: Int,
        check: (Form, inout FormInput) async throws -> Void = { _, _ in }
    ) async throws -> Form {
        try await formReader.read(type, in: request, upTo: limit, check: check)
    }

    /// A refusal for a reason that only the handler knows, with the posted form as typed:
    /// `throw try context.refusal(of: "number", "This number is taken.")`.
    ///
    /// For a form with files, use the `check` of ``form(_:in:upTo:check:)``.
    ///
    /// - Throws: the errors of ``form(_:check:)`` for a request without a well-formed form.
    public func refusal(of field: String, _ problem: some LocalizedTextConvertible) throws -> FormRefusal {
        try formReader.refusal(of: field, problem)
    }

    /// The posted form as text fields that can restore it, files included, and the request with its body. The limits of
    /// the connection apply to the size of forms with files.
    ///
    /// - Throws: the errors of ``form(_:check:)`` for a request without a well-formed form.
    package func repeatableForm(in request: Request) async throws -> (fields: [FormField], request: Request) {
        guard request.hasMultipartForm else { return (try formReader.fields(), request) }
        let (form, body) = try await formReader.multipartForm(in: request, upTo: .max)
        return (form.textFields, Request(head: request.head, body: RequestBody(buffer: body)))
    }

    var formReader: FormReader {
        FormReader(form: form, account: account.id, path: endpointPath ?? "", logger: logger)
    }
}

extension PorticoContext {
    /// The form that the request posts, as ``SignedInContext/form(_:check:)``; of any account if nobody is signed in.
    package func form<Form: Decodable & Sendable>(_ type: Form.Type = Form.self) async throws -> Form {
        let signIn = identity?.signIn ?? refused?.signIn
        let reader = FormReader(form: form, account: signIn?.account.id, path: endpointPath ?? "", logger: logger)
        try reader.requireAccount()
        return try await reader.read(type)
    }
}
