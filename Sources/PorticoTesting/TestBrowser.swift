import Foundation
import HTTPTypes
import NIOCore
import PorticoBytes

/// A browser without a window: it keeps cookies, and sends the headers of a browser.
public actor TestBrowser {
    /// The sender of a request.
    public enum Sender: Sendable {
        /// The browser itself, which shows the answer in place of its page.
        case navigation
        /// Portico's script, which presents a page over its page, or sends a form and stays.
        case script
        /// A program that wants JSON.
        case program
    }

    let client: TestClient
    /// nil sends no headers of a browser.
    private let origin: String?
    /// The cookies by name.
    package private(set) var cookies: [String: String] = [:]
    /// The path and query of the page that the browser shows.
    public private(set) var address = "/"
    /// The account of the page, as its script sends it.
    private var account = ""

    /// A browser without cookies.
    ///
    /// - Parameter origin: of the server; nil sends no headers of a browser.
    package init(_ client: TestClient, origin: String? = nil) {
        self.client = client
        self.origin = origin
    }

    /// Asks for a page. Does not follow a redirect; see ``follow(_:as:)-(TestResponse,_)``.
    ///
    /// - Parameters:
    ///   - path: with its query.
    ///   - headers: in addition.
    public func get(
        _ path: String, as sender: Sender = .navigation, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await send(.get, path, as: sender, headers: headers)
    }

    /// Posts a form with these fields. ``submit(_:on:_:files:button:as:)`` also sends those that the page has.
    public func post(
        _ path: String, _ fields: [(String, String)] = [], as sender: Sender = .navigation, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let body = PercentEncoding.form(fields)
        return try await send(.post, path, as: sender, headers: headers, body: ByteBuffer(string: body))
    }

    /// Posts a form with these fields and files, as with `enctype="multipart/form-data"`.
    public func post(
        _ path: String, _ fields: [(String, String)] = [], files: [TestFile], as sender: Sender = .navigation
    ) async throws -> TestResponse {
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=\(FormBody.boundary)"]
        let body = ByteBuffer(bytes: FormBody.multipart(fields, files))
        return try await send(.post, path, as: sender, headers: headers, body: body)
    }

    /// Posts JSON, as a program.
    public func post(_ path: String, json value: some Encodable) async throws -> TestResponse {
        let body = ByteBuffer(bytes: try JSONEncoder().encode(value))
        return try await send(.post, path, as: .program, headers: [.contentType: "application/json"], body: body)
    }

    /// Sends a request with the cookies, and stores the cookies of the response.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, as sender: Sender = .navigation, headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var fields = headers
        for field in self.headers(of: sender, method) where fields[field.name] == nil { fields.append(field) }
        if let cookieHeader { fields[.cookie] = cookieHeader }
        let response = try await client.send(method, path, headers: fields, body: body)
        for cookie in response.headers[values: .setCookie] { keep(cookie) }
        if origin != nil, sender == .navigation, method == .get, response.status == .ok { address = path }
        return response
    }

    /// The value of the header `Cookie`; nil without a cookie.
    var cookieHeader: String? {
        cookies.isEmpty ? nil : cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
    }

    /// The headers that browsers and Portico's script (`Public/js/portico/http.js`) send.
    func headers(of sender: Sender, _ method: HTTPRequest.Method) -> HTTPFields {
        guard let origin else { return [:] }
        var fields: HTTPFields = [.host: String(origin.cut(at: "/")?.after.dropping(prefix: "/") ?? "")]
        guard sender != .program else {
            fields[.accept] = "application/json"
            return fields
        }
        fields[.referer] = origin + address
        fields[.secFetchSite] = "same-origin"
        if method != .get { fields[.origin] = origin }
        if sender == .navigation {
            fields[.accept] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
            (fields[.secFetchMode], fields[.secFetchDest]) = ("navigate", "document")
        } else {
            fields[.accept] = "text/html"
            (fields[.secFetchMode], fields[.secFetchDest]) = ("cors", "empty")
            (fields[.porticoRequest], fields[.porticoPresent], fields[.porticoAccount]) = ("script", "sheet", account)
        }
        return fields
    }

    private func keep(_ cookie: String) {
        guard let pair = cookie.before(";").cut(at: "=") else { return }
        let attributes = cookie.asciiLowercased.fields(separatedBy: ";").map { $0.trimmed() }
        let isDeleted = attributes.contains { $0.isSameBytes(as: "max-age=0") }
        cookies[String(pair.before)] = isDeleted ? nil : String(pair.after)
    }
}

// MARK: Links and forms

extension TestBrowser {
    /// Asks for the page that a response leads to.
    ///
    /// - Throws: a ``TestFailure`` if it leads nowhere.
    public func follow(_ response: TestResponse, as sender: Sender = .navigation) async throws -> TestResponse {
        guard let location = response.location else {
            throw TestFailure("\(response.path) (\(response.status.code)) leads nowhere.")
        }
        return try await get(try path(of: location), as: sender)
    }

    /// Asks for the page of a link.
    ///
    /// - Parameter element: the link, or an element with the link inside, such as a cell.
    /// - Throws: a ``TestFailure`` if there is no link, or if it leads to another site.
    public func follow(_ element: TestElement, as sender: Sender = .navigation) async throws -> TestResponse {
        guard let href = ([element] + element.elements("a")).compactMap({ $0["href"] }).first else {
            throw TestFailure("“\(element.text)” is not a link, and has none inside.")
        }
        return try await get(try path(of: href), as: sender)
    }

    /// Changes some fields of a form and sends it. Also sends the other fields that the page has, such as hidden ones.
    ///
    /// ```swift
    /// let editor = try await ada.get("/books/1")
    /// let answer = try await ada.submit("book", on: editor, ["stock": "7"])
    /// ```
    ///
    /// - Parameters:
    ///   - id: of the form.
    ///   - changes: the new values by name; nil leaves a field out, such as a checkbox. Repeat a name for several values.
    ///   - files: for the file fields; the others are sent without a file.
    ///   - button: the id of the pressed button; by default the first one, as with the Enter key.
    /// - Throws: a ``TestFailure`` if the page has no such form, or the form no such field or button.
    public func submit(
        _ id: String, on page: TestResponse, _ changes: KeyValuePairs<String, String?> = [:], files: [TestFile] = [],
        button: String? = nil, as sender: Sender = .navigation
    ) async throws -> TestResponse {
        let form = try TestForm(try page.element(id), on: page.page, button: button)
        let fields = try form.fields(changing: Array(changes), files: files)
        let path = try path(of: form.action ?? page.path, from: page.path)
        switch (form.isPosted, form.hasFiles) {
        case (true, false): return try await post(path, fields, as: sender)
        case (true, true): return try await post(path, fields, files: form.files(files), as: sender)
        case (false, _): return try await get("\(path.before("?"))?\(PercentEncoding.form(fields))", as: sender)
        }
    }

    /// The path and query of an address on a page.
    private func path(of href: String, from base: String? = nil) throws -> String {
        let origin = origin ?? "http://localhost"
        guard let url = URL(string: href, relativeTo: URL(string: origin + (base ?? address)))?.absoluteString,
            let path = url.dropping(prefix: origin)
        else { throw TestFailure("\(href) leads to another site.") }
        return path.isEmpty ? "/" : String(path.before("#"))
    }
}

// MARK: Signing in

extension TestBrowser {
    /// Signs in with the password ``TestServer/password``, as by the login cover.
    ///
    /// - Returns: 303 if it succeeded.
    @discardableResult
    public func signIn(_ userName: String = "ada", remember: Bool = false) async throws -> TestResponse {
        let fields =
            [("username", userName), ("password", TestServer.password)] + (remember ? [("remember", "on")] : [])
        let response = try await post("/session", fields)
        if response.status == .seeOther { account = "local/\(userName.asciiLowercased)" }
        return response
    }

    /// Deletes a cookie; by default the session cookie, whose name ends in `-run`.
    package func forget(_ name: String? = nil) {
        cookies[name ?? cookies.keys.first { $0.ends(with: "-run") } ?? ""] = nil
    }

    /// Replaces all cookies.
    package func use(_ cookies: [String: String]) {
        self.cookies = cookies
    }
}

extension HTTPField.Name {
    static let host = Self("Host")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let secFetchDest = Self("Sec-Fetch-Dest")!
    static let porticoRequest = Self("Portico-Request")!
    static let porticoPresent = Self("Portico-Present")!
    static let porticoAccount = Self("Portico-Account")!
}
