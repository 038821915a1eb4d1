import PorticoHTML

/// The question about unsaved changes, shown by script. It follows a form marked `data-portico-guard`, and is shown
/// when the person leaves the form.
public struct UnsavedQuestion: Sendable {
    public init() {}
}

/// The same question as a page, which keeps the input.
public struct UnsavedChangesPage: Presentable, Sendable {
    /// Names and values of the form's fields, as sent.
    public var draft: [(name: String, value: String)]
    /// The path that saves the input (POST).
    public var save: SitePath
    /// The path that returns to the form with the input (POST).
    public var keep: SitePath
    /// The path that leaves the form without saving.
    public var discard: SitePath
    /// The page of the form, the presenter of the question.
    public var presenter: SitePath

    public let presentation = Presentation(style: .confirmationDialog)

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
