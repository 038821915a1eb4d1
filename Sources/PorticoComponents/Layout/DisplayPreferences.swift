import PorticoConfig

/// The appearance and text size of a person. The document contains them, so that the first paint is correct.
public struct DisplayPreferences: Hashable, Sendable {
    public var appearance: Appearance
    public var textSize: TextSizeCategory

    public init(appearance: Appearance = .automatic, textSize: TextSizeCategory = .l) {
        self.appearance = appearance
        self.textSize = textSize
    }

    /// The name of the chosen colour theme; nil to follow the system.
    var theme: String? { appearance == .automatic ? nil : appearance.rawValue }
    var isNeverLight: Bool { appearance == .dark }
    var isNeverDark: Bool { appearance == .light }
    var textSizeName: String { textSize.rawValue }
}
