import HTTPTypes
import Hummingbird
import PorticoAuth

/// The two cookies: one names the browser and outlives it, the other ends with the browser's present run.
struct SessionCookies: Sendable {
    let browserName: String
    let runName: String
    private let isSecure: Bool

    /// Over plain HTTP on loopback the prefix and `Secure` are left out, as engines drop such cookies there.
    init(origin: PublicOrigin) {
        isSecure = origin.isSecure
        browserName = origin.isSecure ? "__Host-portico" : "portico"
        runName = "\(browserName)-run"
    }

    func credentials(in request: Request) -> BrowserCredentials {
        var token: TokenDigest?
        var run: TokenDigest?
        for header in request.headers[values: .cookie] {
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                token = token ?? digest(in: pair, named: browserName)
                run = run ?? digest(in: pair, named: runName)
            }
        }
        return BrowserCredentials(token: token, run: run)
    }

    func set(_ tokens: BrowserTokens, on response: inout Response) throws {
        try set(browserName, tokens.token, maxAge: Self.lifetime, on: &response)
        if let run = tokens.run { try setRun(run, on: &response) }
    }

    func setRun(_ run: Token, on response: inout Response) throws {
        try set(runName, run, maxAge: nil, on: &response)
    }

    /// 400 days, in seconds: the longest that browsers keep a cookie.
    private static let lifetime = 34_560_000

    private func set(_ name: String, _ token: Token, maxAge: Int?, on response: inout Response) throws {
        let cookie = try Cookie.validated(
            name: name, value: token.value, maxAge: maxAge, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
        response.headers.append(HTTPField(name: .setCookie, value: cookie.description))
    }

    private func digest(in pair: Substring.UTF8View, named name: String) -> TokenDigest? {
        guard pair.starts(with: name.utf8), pair.dropFirst(name.utf8.count).first == UInt8(ascii: "=") else {
            return nil
        }
        let value = pair.dropFirst(name.utf8.count + 1)
        return value.isEmpty ? nil : TokenDigest(of: String(Substring(value)))
    }
}
