/// The progress of work, with its name. Work of a job reports its progress in the HUD instead.
public struct ProgressBar: Sendable {
    public var id: String
    public var label: String
    /// The finished part, from 0 to 1; nil while it is not known.
    public var value: Double?
    /// The progress in words, such as "400 of 1,000".
    public var text: String?

    public init(id: String, label: String, value: Double? = nil, text: String? = nil) {
        self.id = id
        self.label = label
        self.value = value
        self.text = text
    }

    var written: String? { value.map { "\($0 > 0 ? min($0, 1) : 0)" } }
}
