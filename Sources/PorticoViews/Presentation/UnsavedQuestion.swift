import PorticoHTML

/// Asks what to do with unsaved input, where script runs. It stands after the form it is about, which is marked
/// `data-guard`, and is shown when the person tries to leave it.
public struct UnsavedQuestion: Sendable {
    static let presentation = Presentation(style: .confirmationDialog)

    public init() {}
}

/// The same question as a page of its own, which keeps what was typed.
public struct UnsavedChangesPage: Presentable, Sendable {
    /// Names and values of the form's fields as they were sent.
    public var draft: [(name: String, value: String)]
    /// Where saving sends the draft (POST).
    public var save: SitePath
    /// Where keeping on editing sends the draft (POST).
    public var keep: SitePath
    /// Where the form's own way out leads to.
    public var discard: SitePath
    /// The form's page, over which the question is asked.
    public var presenter: SitePath

    public let presentation = UnsavedQuestion.presentation

    public init(
        draft: [(name: String, value: String)], save: SitePath, keep: SitePath, discard: SitePath, presenter: SitePath
    ) {
        self.draft = draft
        self.save = save
        self.keep = keep
        self.discard = discard
        self.presenter = presenter
    }

    public func title(in language: String) -> String { Strings(language: language).unsavedTitle }
}
