import PorticoConfig
import PorticoHTML

/// A question before something is granted or lost, with the focus on Cancel.
///
/// ```swift
/// main.page("/orders/:number/delete") { request, context in
///     let order = try await orders.order(context.parameter("number"))
///     return QuestionPage(
///         "Delete order \(order.number)?", message: "The customer gets the money back.",
///         answers: [QuestionPage.Answer(id: "delete-order", "Delete order", isDestructive: true)], action: order.deletePath,
///         fields: [("account", "\(context.account.id)")], over: order.path)
/// }
/// ```
///
/// A link with `.presents(as: .confirmationDialog)` leads to it. It posts its fields to `action`.
public struct QuestionPage: Presentable, Sendable {
    /// A button that posts the form.
    public struct Answer: Sendable {
        /// The id of the button.
        public var id: String
        /// The verb.
        public var title: LocalizedText
        /// Whether something is lost.
        public var isDestructive: Bool
        /// The field that the button adds to the form; nil for none.
        public var field: (name: String, value: String)?

        public init(
            id: String, _ title: some LocalizedTextConvertible, isDestructive: Bool = false,
            field: (name: String, value: String)? = nil
        ) {
            self.id = id
            self.title = title.localizedText
            self.isDestructive = isDestructive
            self.field = field
        }
    }

    /// The screen that follows instead of the presenter.
    package enum Exit: String, Sendable {
        /// The login cover.
        case signOut = ""
        /// Another page, or this one rendered anew.
        case home
    }

    /// The title, which names the thing that is granted or lost.
    public var question: LocalizedText
    /// Paragraphs before the message, such as the people that the question is about.
    package var details: [LocalizedText] = []
    /// The consequences; nil if the title says everything.
    public var message: LocalizedText?
    /// Empty if there is nothing to answer: the page is then a message.
    public var answers: [Answer]
    /// The path to which the form is posted.
    public var action: SitePath
    /// Names and values of the hidden fields, including the account that the page was rendered for.
    public var fields: [(name: String, value: String)]
    public let presenter: SitePath
    /// See ``Presentation/source``.
    public var source: String?
    package var exit: Exit?
    /// Whether the fields can be longer than the 16 KB of a form without files.
    package var isLong = false

    public init(
        _ question: some LocalizedTextConvertible, message: LocalizedText? = nil, answers: [Answer], action: SitePath,
        fields: [(name: String, value: String)], over presenter: SitePath, source: String? = nil
    ) {
        self.question = question.localizedText
        self.message = message
        self.answers = answers
        self.action = action
        self.fields = fields
        self.presenter = presenter
        self.source = source
    }

    public var presentation: Presentation { Presentation(style: .confirmationDialog, source: source) }

    public func title(in language: String) -> String { question.string(in: language) }
}
