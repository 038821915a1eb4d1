import Foundation
import HTTPTypes
import NIOCore
import PorticoBytes
import PorticoComponents

/// The response of a server under test.
public struct TestResponse: Sendable {
    /// The path and query of the request.
    public package(set) var path = ""
    /// The status code.
    public package(set) var status: HTTPResponse.Status
    /// The header fields.
    public package(set) var headers: HTTPFields
    /// The whole body.
    package var body: ByteBuffer

    /// The body as it was received, such as a file.
    public var bytes: [UInt8] { Array(body.readableBytesView) }

    /// The body as text.
    public var text: String { String(buffer: body) }

    /// The body as JSON.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }

    /// The error for a program that asks for JSON (RFC 9457).
    public func problem() throws -> Problem { try json() }

    /// A problem document.
    public struct Problem: Decodable, Hashable, Sendable {
        public let title: String
        public let status: Int
        /// The id of the error in the log.
        public let instance: String?
    }
}

// MARK: A page

extension TestResponse {
    /// The page.
    public var page: TestElement { TestElement(html: body.readableBytesView) }

    /// The element of the page with an id.
    ///
    /// - Throws: a ``TestFailure`` that lists the ids of the page.
    public func element(_ id: String) throws -> TestElement {
        do {
            return try page.element(id)
        } catch {
            throw TestFailure("\(path) (\(status.code)): \(error)")
        }
    }

    /// The elements of the page with a tag, in order.
    ///
    /// - Parameter name: only elements of this class.
    public func elements(_ tag: String, class name: String? = nil) -> [TestElement] {
        page.elements(tag, class: name)
    }

    /// The screen: `main`, `login` or `error`; nil if the response is not a whole page.
    public var screen: String? { page.descendants.first { $0.id == "screen" }?["data-screen"] }

    /// The toasts in the page, in order.
    public var toasts: [ShownToast] { notices.filter { $0["data-hud"] == nil }.compactMap(ShownToast.init) }

    /// The contents of the HUD in the page, in order.
    public var huds: [ShownHud] {
        get throws {
            try notices.compactMap { $0["data-hud"] }.map { json in
                try JSONDecoder().decode(ShownHud.self, from: Data(json.utf8))
            }
        }
    }

    private var notices: [TestElement] { elements("li", class: "toast").filter { $0["data-kind"] != nil } }
}

// MARK: The answer to a form

extension TestResponse {
    /// Where the response leads, for a browser or for script; nil if it leads nowhere.
    public var location: String? { headers[.location] ?? headers[.porticoLocation] }

    /// Whether script dismisses the page of the form.
    public var dismisses: Bool { headers[.porticoDismiss] != nil }

    /// The value that the dismissed page returns to the script that presented it.
    public var returned: String? { headers[.porticoValue]?.removingPercentEncoding }
}

extension HTTPField.Name {
    static let porticoLocation = Self("Portico-Location")!
    static let porticoDismiss = Self("Portico-Dismiss")!
    static let porticoValue = Self("Portico-Value")!
}

/// A toast that a page shows.
public struct ShownToast: Hashable, Sendable {
    /// As in the language of the page.
    public let text: String
    public let kind: Toast.Kind
    /// The label of the link or button; nil if there is none.
    public let action: String?
    /// The address of the link or form.
    public let address: String?
}

extension ShownToast: Decodable {
    private enum CodingKeys: CodingKey {
        case text, kind, action
    }

    private struct Action: Decodable {
        let label: String
        let href: String?
        let post: String?
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let action = try fields.decodeIfPresent(Action.self, forKey: .action)
        text = try fields.decode(String.self, forKey: .text)
        kind = try fields.decode(Toast.Kind.self, forKey: .kind)
        (self.action, address) = (action?.label, action?.href ?? action?.post)
    }

    /// - Parameter item: of the list of toasts in a page.
    init?(_ item: TestElement) {
        guard let kind = item["data-kind"].flatMap(Toast.Kind.init(rawValue:)) else { return nil }
        self.kind = kind
        text = item.elements("span", class: "toast-text").first?.text ?? ""
        let link = item.elements("a", class: "toast-action").first
        let form = item.elements("form").first
        action = (link ?? form)?.text
        address = link?["href"] ?? form?["action"]
    }
}

/// A content of the HUD that a page shows.
public struct ShownHud: Decodable, Hashable, Sendable {
    public let id: String
    public let kind: HudContent.Kind
    /// As in the language of the page; nil if it has no text.
    public let text: String?
    /// The progress from 0 to 1; nil if it is unknown.
    public let value: Double?
    /// The address that its Cancel button posts to; nil if it has no such button.
    public let cancel: String?
}
