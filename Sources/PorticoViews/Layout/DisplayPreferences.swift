import PorticoConfig

/// How a person wants everything to look. It is part of the document, so that no page is painted in the wrong one first.
public struct DisplayPreferences: Hashable, Sendable {
    public var appearance: Appearance
    public var textSize: TextSizeCategory

    public init(appearance: Appearance = .automatic, textSize: TextSizeCategory = .l) {
        self.appearance = appearance
        self.textSize = textSize
    }

    /// The name of the colours that the person has chosen; nil where they are as the system has them.
    var theme: String? { appearance == .automatic ? nil : appearance.rawValue }
    var isNeverLight: Bool { appearance == .dark }
    var isNeverDark: Bool { appearance == .light }
    var textSizeName: String { textSize.rawValue }
}
