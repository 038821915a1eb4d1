import Foundation
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
        var response = Response.done(path, for: request)
        try await enter(tokens, with: &response, for: request, identity: identity, context: context)
        return response
    }

    /// To the main section after a sign-in, with a response of its own.
    package func enter(
        _ tokens: BrowserTokens, with response: inout Response, for request: Request, identity: RequestIdentity,
        context: PorticoContext
    ) async throws {
        endStreams(of: identity)
        try site.cookies.set(tokens, on: &response)
        await rememberLook(of: tokens.account, for: request, on: &response, context: context)
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

    /// To the login cover, which says that the person is signed out; or to the launch, if another account of the browser
    /// is the current one now. A toast there names the account that was left.
    ///
    /// - Parameters:
    ///   - tokens: nil if another request has changed those of the browser meanwhile.
    ///   - left: the sign-in that ended; nil for all of the browser.
    ///   - language: a BCP 47 tag, for the name of the account.
    package func leave(
        _ tokens: BrowserTokens?, of left: SignIn?, for request: Request, identity: RequestIdentity, in language: String
    ) async throws -> Response {
        endStreams(of: identity)
        let next = left.flatMap { authenticator.nextSignIn(after: $0.id, in: identity) }
        var response = Response.done(next == nil ? .cover(afterSignOutAt: authenticator.time) : .launch, for: request)
        guard let tokens else { return response }
        try site.cookies.set(tokens, on: &response)
        if let next, let left, let browser = identity.browser {
            let toast = Toast.success(.toastSignedOut(site.app.servers.label(of: left.account.id, in: language)))
            let person = PersonInBrowser(browser: browser.id, account: next.account.id)
            await liveUI.keep(toast, for: person, at: .launch, on: &response)
        }
        return response
    }

    /// Ends the event streams of the browser, so that open pages check their session.
    package func endStreams(of identity: RequestIdentity) {
        if let browser = identity.browser { liveUI.live.endSignIns(in: browser.id) }
    }
}

extension SitePath {
    /// The login cover after a sign-out. It says so only for a minute, so that neither a reload nor a bookmark repeats it.
    fileprivate static func cover(afterSignOutAt time: Date) -> SitePath {
        newSession.adding(query: [(Request.signedOutField, "\(Int(time.timeIntervalSince1970))")])
    }
}

extension Request {
    /// The query field with the time of a sign-out, in seconds since 1970.
    fileprivate static let signedOutField = "signed-out"

    /// Whether the request is for the cover after a sign-out of the last minute.
    package func followsSignOut(at time: Date) -> Bool {
        guard let seconds = TimeInterval(queryField(Self.signedOutField)) else { return false }
        return abs(time.timeIntervalSince1970 - seconds) < 60
    }
}
