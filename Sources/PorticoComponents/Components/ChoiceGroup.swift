import PorticoConfig

/// A group of radio buttons in a form, shown as cells.
public struct ChoiceGroup: Sendable {
    /// A radio button.
    public struct Choice: Sendable {
        public var value: String
        public var title: String
        /// The language of the title, if it is not that of the page.
        public var language: Language?

        public init(value: String, title: String, language: Language? = nil) {
            self.value = value
            self.title = title
            self.language = language
        }

        var languageTag: String? { language?.tag }
        var direction: String { language?.isRightToLeft == true ? "rtl" : "ltr" }
    }

    /// The name of the form field, and the prefix of all ids in the group.
    public var name: String
    public var header: String
    public var choices: [Choice]
    /// The value of the selected choice.
    public var selection: String
    /// The configuration keys the group shows, separated by spaces.
    public var config: String?
    /// A differing value that somebody saved in the meantime; nil if there is none.
    public var hint: SavedMeanwhile?

    public init(
        name: String, header: String, choices: [Choice], selection: String, config: String? = nil,
        hint: SavedMeanwhile? = nil
    ) {
        self.name = name
        self.header = header
        self.choices = choices
        self.selection = selection
        self.config = config
        self.hint = hint
    }
}
