import Foundation
import PorticoConfig

/// What somebody sent when they were not signed in any more: a form to show again.
public struct Draft: Hashable, Codable, Sendable {
    /// A field of the form, by its name.
    public struct Field: Hashable, Codable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Whose it is: the form was made for them.
    public let account: AccountID
    /// The path, with its query, to which the form was sent.
    public let path: String
    /// The path, with its query, of the page on which the form stands.
    public let page: String
    /// In the order in which they were sent; a name may come several times.
    public let fields: [Field]
    /// The names of the fields in which files were chosen, which are not kept.
    public let files: [String]
    /// Whether it was sent as `multipart/form-data`.
    public let isMultipart: Bool

    public init(
        account: AccountID, path: String, page: String, fields: [Field], files: [String] = [],
        isMultipart: Bool = false
    ) {
        self.account = account
        self.path = path
        self.page = page
        self.fields = fields
        self.files = files
        self.isMultipart = isMultipart
    }

    /// How much was typed, in bytes.
    var size: Int {
        fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } + files.reduce(0) { $0 + $1.utf8.count }
    }
}
