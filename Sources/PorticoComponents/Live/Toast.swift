import PorticoConfig
import PorticoHTML

/// A short message at the edge of a page that takes no focus and blocks nothing.
///
/// Its JSON form has the same version as ``HudContent``: `{"kind":"success","text":"Saved","version":1}`.
public struct Toast: Hashable, Sendable, Identifiable {
    /// A toast replaces an earlier one with the same id; nil never replaces.
    public var id: String?
    public var kind: Kind
    public var text: LocalizedText
    public var action: Action?
    /// Seconds for which it is shown, paused while the person hovers over it or focuses it; 0 until it is dismissed. If
    /// nil, 0.06 seconds per character plus 2, at least 4.
    public var duration: Double?

    /// The kind of message, which determines the announcement: assertive for a failure, polite for the others.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case info, success, failure
    }

    /// A link that the person can follow once, or the button of a form.
    public struct Action: Hashable, Sendable {
        public var label: LocalizedText
        /// The target of the link; nil for a form.
        public private(set) var href: SitePath?
        /// The path to which the form is posted; nil for a link.
        public private(set) var post: SitePath?
        /// The fields of the form, by name.
        public private(set) var fields: [String: String]?

        public init(label: some LocalizedTextConvertible, href: SitePath) {
            self.label = label.localizedText
            self.href = href
        }

        /// A form, such as that of "Undo". It also has the field `account`, for the account of the page that shows the
        /// toast.
        ///
        /// - Parameter fields: by name.
        public init(
            label: some LocalizedTextConvertible, posting fields: [String: String] = [:], to path: SitePath
        ) {
            self.label = label.localizedText
            self.fields = fields
            post = path
        }

        var sortedFields: [(name: String, value: String)] {
            (fields ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        }

        fileprivate func on(pageOf account: String) -> Action {
            var action = self
            if post != nil { action.fields = (fields ?? [:]).merging(["account": account]) { $1 } }
            return action
        }
    }

    public init(
        _ text: some LocalizedTextConvertible, kind: Kind = .info, id: String? = nil, action: Action? = nil,
        duration: Double? = nil
    ) {
        self.id = id
        self.kind = kind
        self.text = text.localizedText
        self.action = action
        self.duration = duration
    }
}

extension Toast {
    /// A success message.
    public static func success(_ text: some LocalizedTextConvertible, id: String? = nil) -> Toast {
        Toast(text, kind: .success, id: id)
    }

    /// The toast for a page rendered for `account`, with this account in its form.
    func on(pageOf account: String) -> Toast {
        var toast = self
        toast.action = action?.on(pageOf: account)
        return toast
    }
}

extension Toast: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension Toast: Codable {
    private enum CodingKeys: CodingKey {
        case id, kind, text, textEntry, action, duration
    }

    /// Throws a `DecodingError` for a newer version, and if the text is missing.
    public init(from decoder: any Decoder) throws {
        try CompactJSON.check(decoder)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decodeIfPresent(String.self, forKey: .id)
        kind = try fields.decodeIfPresent(Kind.self, forKey: .kind) ?? .info
        text = try fields.text(forKey: .text, entry: .textEntry)
        action = try fields.decodeIfPresent(Action.self, forKey: .action)
        duration = try fields.decodeIfPresent(Double.self, forKey: .duration)
    }

    public func encode(to encoder: any Encoder) throws {
        try CompactJSON.mark(encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(text, forKey: .text, entry: .textEntry, for: encoder)
        try fields.encodeIfPresent(action, forKey: .action)
        try fields.encodeIfPresent(duration?.written, forKey: .duration)
    }
}

extension Toast.Action: Codable {
    private enum CodingKeys: CodingKey {
        case label, labelEntry, href, post, fields
    }

    /// Throws a `DecodingError` if the label is missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        label = try values.text(forKey: .label, entry: .labelEntry)
        href = try values.decodeIfPresent(SitePath.self, forKey: .href)
        post = try values.decodeIfPresent(SitePath.self, forKey: .post)
        fields = try values.decodeIfPresent([String: String].self, forKey: .fields)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(label, forKey: .label, entry: .labelEntry, for: encoder)
        try values.encodeIfPresent(href, forKey: .href)
        try values.encodeIfPresent(post, forKey: .post)
        try values.encodeIfPresent(fields, forKey: .fields)
    }
}
