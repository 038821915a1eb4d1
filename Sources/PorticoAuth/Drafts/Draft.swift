import Foundation
import PorticoConfig

/// A form submitted after the sign-in had ended, kept to be shown again.
public struct Draft: Hashable, Codable, Sendable {
    /// A form field.
    public struct Field: Hashable, Codable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The account that the form was rendered for.
    public let account: AccountID
    /// The path and query of the form's action.
    public let path: String
    /// In the order of submission; a name can occur several times.
    public let fields: [Field]
    /// The names of the file fields with a chosen file. Files are not kept.
    public let files: [String]
    /// Whether the form was submitted as `multipart/form-data`.
    public let isMultipart: Bool

    public init(
        account: AccountID, path: String, fields: [Field], files: [String] = [],
        isMultipart: Bool = false
    ) {
        self.account = account
        self.path = path
        self.fields = fields
        self.files = files
        self.isMultipart = isMultipart
    }

    /// The size of names and values, in bytes.
    var size: Int {
        fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } + files.reduce(0) { $0 + $1.utf8.count }
    }
}
