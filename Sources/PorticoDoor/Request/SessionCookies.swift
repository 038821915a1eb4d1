import Hummingbird
import PorticoAuth

/// The two cookies of a session: one identifies the browser and is persistent, the other is a session cookie.
package struct SessionCookies: Sendable {
    private let browser: ServerCookie
    private let run: ServerCookie

    package init(origin: PublicOrigin) {
        browser = ServerCookie(origin: origin)
        run = ServerCookie("run", origin: origin)
    }

    package func credentials(in request: Request) -> BrowserCredentials {
        BrowserCredentials(
            token: browser.value(in: request).map(TokenDigest.init(of:)),
            run: run.value(in: request).map(TokenDigest.init(of:)))
    }

    package func set(_ tokens: BrowserTokens, on response: inout Response) throws {
        try browser.set(tokens.token.value, maxAge: Self.lifetime, on: &response)
        if let run = tokens.run { try setRun(run, on: &response) }
    }

    package func setRun(_ token: Token, on response: inout Response) throws {
        try run.set(token.value, maxAge: nil, on: &response)
    }

    /// Whether a response sets either cookie.
    package func areSet(on response: Response) -> Bool { browser.isSet(on: response) || run.isSet(on: response) }

    /// 400 days in seconds, the longest lifetime that browsers accept.
    package static let lifetime = 34_560_000
}
