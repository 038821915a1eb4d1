import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAssets
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Gives the response to a form an address that the browser can request again.
///
/// Back, Forward and a reload show the response to a form only if the browser sends the form again. The browser asks
/// the person about that, or refuses it. So a form that navigates gets 303 to the kept page. Script and programs get
/// the page itself.
struct KeptPages: Sendable {
    let drafts: Drafts
    let headers: SecurityHeaders
    /// Contains the page of a browser in which nobody is signed in.
    let cookie: ServerCookie

    init(drafts: Drafts, root: Root, origin: PublicOrigin) {
        self.drafts = drafts
        headers = root.site.headers
        cookie = ServerCookie("kept", origin: origin)
    }

    /// The field of the query with the token of a kept page.
    static let field = "portico-kept"
    /// Maximum size in bytes of an address in a redirect: servers in front accept 8 KB for a request line.
    static let longestAddress = 7_000
    /// Maximum size of a page in bytes.
    private static let limit = 262_144
    /// Maximum size of the cookie's value: browsers accept 4096 bytes with the name.
    private var cookieLimit: Int { 4_070 - cookie.name.utf8.count }
    /// The time for which a browser keeps a page, in seconds.
    private static let lifetime = 3600

    /// The redirect to a page that responds to a form; any other response unchanged.
    func response(
        inPlaceOf response: Response, to request: Request, _ context: PorticoContext
    ) async -> Response {
        guard request.isFormNavigation else { return response }
        do {
            guard response.isPage else { return try forgetting(response, request) }
            guard !context.findings.repeatsSecrets, let identity = context.requester?.found?.identity,
                let body = try await response.bytes(upTo: Self.limit)
            else { return response }
            return try await kept(response, body, of: identity, request, context.findings) ?? response
        } catch {
            // Without an address of its own, the page itself is the response.
            _ = context.report(error)
            return response
        }
    }

    /// The kept page at the address of a request; nil if there is none, so that the address shows the page itself.
    func page(at request: Request, _ context: PorticoContext) async throws -> Response? {
        guard request.method == .get, !request.isFromScript,
            let secret = request.uri.queryParameters[Substring(Self.field)].map(String.init),
            let page = try await page(secret, at: request.address.withoutKeptPage.description, request, context),
            let body = Gzip.decompress(page.body, upTo: Self.limit)
        else { return nil }
        var response = Response(
            status: HTTPResponse.Status(code: page.status), headers: headers.page,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
        for header in page.headers {
            if let name = HTTPField.Name(header.name) { response.headers[name] = header.value }
        }
        return response
    }

    private func page(
        _ secret: String, at path: String, _ request: Request, _ context: PorticoContext
    ) async throws -> KeptPage? {
        let own = try cookie.value(in: request).flatMap { Data(base64URL: $0) }
            .flatMap { try drafts.page(sealed: $0, at: path, for: secret) }
        do {
            let context = try await context.identified(isLaunch: path == SitePath.launch.path)
            guard let browser = context.identity?.browser, let signIn = context.identity?.signIn else { return own }
            let page = try await drafts.page(secret, at: path, of: signIn.account.id, in: browser.id)
            return page.flatMap { context.proof >= $0.proof ? $0 : nil }
        } catch let failure as StorageFailure {
            // The kept page may be the one that reports this failure.
            if let own { return own }
            throw failure
        }
    }

    private func kept(
        _ response: Response, _ body: [UInt8], of identity: RequestIdentity, _ request: Request,
        _ findings: RequestFindings
    ) async throws -> Response? {
        guard let compressed = Gzip.compress(body) else { return nil }
        let page = KeptPage(
            status: response.status.code, headers: ownHeaders(of: response), body: Data(compressed),
            needsProof: findings.needsProof)
        let address = (findings.address ?? request.address).withoutKeptPage
        var token: Token?
        var sealed: String?
        if let browser = identity.browser, let signIn = identity.signIn {
            token = try await drafts.keep(page, at: address.description, of: signIn.account.id, in: browser.id)
        } else {
            let new = Token.random()
            sealed = try drafts.seal(page, at: address.description, for: new).base64URL
            token = sealed.map { $0.utf8.count <= cookieLimit } == true ? new : nil
        }
        guard let token else { return nil }
        let kept = address.adding(query: [(Self.field, token.value)])
        guard kept.description.utf8.count <= Self.longestAddress else { return nil }
        var redirect = Response.redirect(to: kept)
        redirect.headers.append(contentsOf: response.headers.filter { $0.name == .setCookie })
        if let sealed { try cookie.set(sealed, maxAge: Self.lifetime, on: &redirect) }
        return redirect
    }

    /// The headers that other pages do not have. Headers for this one response are left out.
    private func ownHeaders(of response: Response) -> [KeptPage.Header] {
        let once: Set<HTTPField.Name> = [.setCookie, .retryAfter, .contentLength, .date]
        return response.headers
            .filter { !once.contains($0.name) && headers.page[$0.name] != $0.value }
            .map { KeptPage.Header($0.name.rawName, $0.value) }
    }

    /// Removes the cookie after a redirect: the form is done, and the page of an earlier attempt is obsolete.
    private func forgetting(_ response: Response, _ request: Request) throws -> Response {
        guard response.status.kind == .redirection, cookie.value(in: request) != nil else { return response }
        var response = response
        try cookie.set("-", maxAge: 0, on: &response)
        return response
    }
}

extension Request {
    /// Whether a form navigates a window of a browser. Programs do not send these headers, and script sends other
    /// values.
    fileprivate var isFormNavigation: Bool {
        method == .post && headers[.secFetchMode] == "navigate" && headers[.secFetchDest] == "document" && !isFromScript
    }
}

extension Response {
    /// Whether this is a page of this server, not a redirect.
    fileprivate var isPage: Bool {
        status.kind != .redirection && headers[.contentType]?.begins(with: "text/html") == true
            && headers[.cacheControl] == "no-store"
    }

    /// The body; nil if it is longer, or of unknown length.
    fileprivate func bytes(upTo limit: Int) async throws -> [UInt8]? {
        guard let length = body.contentLength, length <= limit else { return nil }
        let collected = CollectedBody()
        try await body.write(collected)
        return collected.bytes
    }
}

/// Collects a body in memory. Only the task that writes it uses it.
private final class CollectedBody: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws {
        bytes += buffer.readableBytesView
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension SitePath {
    /// This path without the token of a kept page in its query.
    fileprivate var withoutKeptPage: SitePath {
        guard let (path, query) = description.cut(at: "?") else { return self }
        let fields = query.fields(separatedBy: "&")
        let others = fields.filter { !$0.begins(with: "\(KeptPages.field)=") }
        guard others.count < fields.count else { return self }
        return SitePath(untrusted: path + (others.isEmpty ? "" : "?") + others.joined(separator: "&")) ?? self
    }
}
