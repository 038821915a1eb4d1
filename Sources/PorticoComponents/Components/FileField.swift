import PorticoConfig

/// A form field for one file, with its label, hint and error message.
public struct FileField: Sendable {
    /// The id and name of the input, and the prefix of the other ids.
    public var id: String
    public var label: String
    /// The file name extensions and media types that are offered, separated by commas.
    public var accepts: String
    /// The explanation below the field.
    public var hint: String
    /// The error message.
    public var problem: LocalizedText?
    /// Whether the form needs a file.
    public var isRequired: Bool

    public init(
        id: String, label: String, accepts: String, hint: String,
        problem: (some LocalizedTextConvertible)? = LocalizedText?.none, isRequired: Bool = true
    ) {
        self.id = id
        self.label = label
        self.accepts = accepts
        self.hint = hint
        self.problem = problem?.localizedText
        self.isRequired = isRequired
    }
}
