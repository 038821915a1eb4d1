import Foundation
import PorticoConfig

/// A page in response to a form, kept under an address of its own: for a reload, Back and Forward.
public struct KeptPage: Hashable, Codable, Sendable {
    /// A header of the response.
    public struct Header: Hashable, Codable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public let status: Int
    /// The headers that not every page has.
    public let headers: [Header]
    /// Compressed.
    public let body: Data
    private let needsProof: Bool
    /// nil in a page that an earlier version has kept.
    private let needsSecondFactor: Bool?
    /// The recent proof that the person needs to see the page.
    public var proof: ProofLevel {
        needsSecondFactor == true ? .secondFactor : needsProof ? .password : .nothing
    }

    public init(status: Int, headers: [Header], body: Data, needsProof: ProofLevel) {
        self.status = status
        self.headers = headers
        self.body = body
        self.needsProof = needsProof > .nothing
        needsSecondFactor = needsProof == .secondFactor
    }
}

/// Kept pages: encrypted, for an hour, each for one address.
///
/// Pages of a signed-in account are stored beside the drafts, for this account in this browser. Without an account, the
/// browser itself keeps the page, so that strangers cannot fill the database.
extension Drafts {
    /// Maximum size in bytes of a stored page, compressed.
    static let pageLimit = 32_768

    /// Stores a page.
    ///
    /// - Parameter path: its address.
    /// - Returns: the token to get it back; nil if it is too large.
    public func keep(
        _ page: KeptPage, at path: String, of account: AccountID, in browser: Browser.ID
    ) async throws -> Token? {
        guard page.body.count <= Self.pageLimit else { return nil }
        let token = Token.random()
        let sealed = try box.seal(
            try Self.encode(page), for: .keptPage, context: SecretBox.context(ofPageOf: account, path: path))
        try await store.add(
            SealedDraft(
                token: token.digest, browser: browser, account: account, path: path, sealed: sealed, time: now()),
            limit: Self.perBrowser)
        return token
    }

    /// The stored page with this token; nil if there is none, it has expired, or it belongs to another browser, account
    /// or address.
    public func page(
        _ secret: String, at path: String, of account: AccountID, in browser: Browser.ID
    ) async throws -> KeptPage? {
        guard let found = try await store.draft(TokenDigest(of: secret), in: browser),
            found.account == account, found.path == path, found.time > now() - Self.lifetime
        else { return nil }
        let context = SecretBox.context(ofPageOf: account, path: path)
        if let page = box.open(found.sealed, for: .keptPage, context: context) {
            return try PropertyListDecoder().decode(KeptPage.self, from: page)
        }
        guard box.opens(found) else { throw StorageFailure(unknownKeyOf: "page") }
        return nil
    }

    /// Seals a page for the browser to keep.
    public func seal(_ page: KeptPage, at path: String, for token: Token) throws -> Data {
        let entry = KeptEntry(page: page, time: now())
        return try box.seal(
            try Self.encode(entry), for: .keptPage, context: SecretBox.context(ofPageOf: token.value, path: path))
    }

    /// The page that a browser has kept; nil if it has expired, or was sealed for another token or address.
    public func page(sealed: Data, at path: String, for secret: String) throws -> KeptPage? {
        guard let entry = box.open(sealed, for: .keptPage, context: SecretBox.context(ofPageOf: secret, path: path))
        else {
            return nil
        }
        let found = try PropertyListDecoder().decode(KeptEntry.self, from: entry)
        return found.time > now() - Self.lifetime ? found.page : nil
    }

    /// In a binary format, which stores bytes without base64: the space in a cookie is small.
    private static func encode(_ value: some Encodable) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode(value)
    }
}

/// A page as a browser keeps it.
private struct KeptEntry: Codable {
    let page: KeptPage
    let time: Date
}
