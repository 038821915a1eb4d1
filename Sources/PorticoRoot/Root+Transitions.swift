import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The transitions between the sign-in section and the main section, each in response to a form.
extension Root {
    /// To the main section: after a sign-in, or a change of the current account.
    package func enter(
        _ tokens: BrowserTokens, to path: SitePath, for request: Request, identity: RequestIdentity,
        context: PorticoContext
    ) async throws -> Response {
        endStreams(of: identity)
        var response = Response.done(path, for: request)
        try site.cookies.set(tokens, on: &response)
        await rememberLook(of: tokens.account, on: &response, context: context)
        return response
    }

    /// Lets the browser remember the user name for the cover, if the installation and the person want that.
    package func rememberName(of account: AccountID?, isKept: Bool, on response: inout Response) throws {
        let remembers = site.app.rememberedName == .always || (site.app.rememberedName == .kept && isKept)
        guard remembers, let account else { return }
        try site.nameCookie.set(account, on: &response)
    }

    /// To the main section after a link. If the browser had too many accounts to sign in to another one, redirects to
    /// `outcome` instead.
    package func enter(
        _ tokens: BrowserTokens?, else outcome: SitePath, for request: Request, identity: RequestIdentity,
        context: PorticoContext
    ) async throws -> Response {
        guard let tokens else { return .done(outcome, for: request) }
        return try await enter(tokens, to: .launch, for: request, identity: identity, context: context)
    }

    /// To the launch, after a sign-out. Another account of the browser becomes the current one.
    package func leave(_ tokens: BrowserTokens?, for request: Request, identity: RequestIdentity) throws -> Response {
        endStreams(of: identity)
        var response = Response.done(.launch, for: request)
        if let tokens { try site.cookies.set(tokens, on: &response) }
        return response
    }

    /// Ends the event streams of the browser, so that open pages check their session.
    package func endStreams(of identity: RequestIdentity) {
        if let browser = identity.browser { liveUI.live.endSignIns(in: browser.id) }
    }
}
