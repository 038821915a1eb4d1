import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The choice of a language on pages of errors.
struct LanguageController: Sendable {
    let root: Root

    func choose(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(LanguageForm.self)
        guard let language = form.language.flatMap(Language.init(offered:)) else {
            throw WebError(.unprocessableContent)
        }
        var response = Response.done(form.next.flatMap { SitePath(untrusted: $0) } ?? .launch, for: request)
        try await root.choose(language, for: request, on: &response, of: identity)
        return response
    }
}

/// The fields of the choice of a language.
private struct LanguageForm: Decodable {
    /// The tag.
    var language: String?
    /// The path to continue at; the launch by default.
    var next: String?
}

extension Root {
    /// Stores a chosen language: for the person, or for the browser if nobody is signed in.
    func choose(
        _ language: Language, for request: Request, on response: inout Response, of identity: RequestIdentity
    ) async throws {
        var look = site.lookCookie.look(in: request)
        look.language = language.tag
        look.isNew = identity.signIn == nil
        if let account = identity.signIn?.account.id {
            try await config.set(UserConfig.language, to: language.tag, in: .person(account))
        }
        try site.lookCookie.set(look, on: &response)
    }
}
