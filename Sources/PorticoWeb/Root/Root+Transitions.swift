import Hummingbird
import PorticoAuth
import PorticoHTML
import PorticoViews

/// The transitions between the sign-in section and the main section, each the answer to a form.
extension Root {
    /// Into the main section: somebody has signed in, or another account has become the current one.
    func enter(
        _ tokens: BrowserTokens, to path: SitePath, for request: Request, identity: RequestIdentity,
        context: PorticoContext
    ) async throws -> Response {
        endStreams(of: identity)
        var response = Response.done(path, for: request)
        try site.cookies.set(tokens, on: &response)
        await rememberLook(of: tokens.account, on: &response, context: context)
        return response
    }

    /// The same for somebody who came by a link, which may have signed nobody in: there are too many accounts here. Then
    /// `outcome` says what has become of it.
    func enter(
        _ tokens: BrowserTokens?, else outcome: SitePath, for request: Request, identity: RequestIdentity,
        context: PorticoContext
    ) async throws -> Response {
        guard let tokens else { return .done(outcome, for: request) }
        return try await enter(tokens, to: .launch, for: request, identity: identity, context: context)
    }

    /// Out of it: somebody has signed out. Where another account is left in the browser, that one is current now.
    func leave(_ tokens: BrowserTokens?, for request: Request, identity: RequestIdentity) throws -> Response {
        endStreams(of: identity)
        var response = Response.done(.launch, for: request)
        if let tokens { try site.cookies.set(tokens, on: &response) }
        return response
    }

    /// The open pages in the browser look who is there now.
    func endStreams(of identity: RequestIdentity) {
        if let browser = identity.browser { overlays.live.endSignIns(in: browser.id) }
    }
}
