/// The colours of a document.
public enum Theme: String, Sendable, CaseIterable {
    /// As the system of the device has it.
    case automatic
    case light
    case dark
}

/// How a person wants everything to look. It is part of the document, so that no page is painted in the wrong one first.
public struct DisplayPreferences: Hashable, Sendable {
    public var theme: Theme
    public var textSize: TextSize

    public init(theme: Theme = .automatic, textSize: TextSize = .l) {
        self.theme = theme
        self.textSize = textSize
    }
}
