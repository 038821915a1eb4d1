/// An inset group of cells of which exactly one is chosen, as a part of a form.
public struct ChoiceGroup: Sendable {
    /// One of the cells.
    public struct Choice: Sendable {
        public var value: String
        public var title: String

        public init(value: String, title: String) {
            self.value = value
            self.title = title
        }
    }

    /// The name of the form's field, and the beginning of every id in the group.
    public var name: String
    public var header: String
    public var choices: [Choice]
    /// The value of the one that is chosen.
    public var selection: String
    /// The configuration keys that the group shows, separated by spaces.
    public var config: String?
    /// What was saved meanwhile instead of the choice.
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
