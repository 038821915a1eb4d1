import PorticoHTML

/// A button that asks the browser for a passkey and sends it with its form. Script shows it where there are passkeys.
public struct PasskeyButton: Sendable {
    public let id: String
    public let title: String
    /// The options of the browser's call, as JSON. They are in the page, because some browsers allow the call only
    /// within the click.
    public let options: String
    /// What new options are for, when these have grown old.
    public let purpose: Purpose
    /// Whether the field for the user name offers passkeys, too.
    public let fills: Bool
    /// The name of the field with the browser's answer.
    public let field: String
    /// The class of the button.
    public let buttonClass: String

    public enum Purpose: String, Sendable {
        case signIn
        case secondStep
        case proof
        case registration
    }

    public init(
        id: String, title: String, options: String, purpose: Purpose, fills: Bool = false, field: String = "passkey",
        buttonClass: String = "link"
    ) {
        self.id = id
        self.title = title
        self.options = options
        self.purpose = purpose
        self.fills = fills
        self.field = field
        self.buttonClass = buttonClass
    }

    /// The sentence if the browser gives no passkey.
    func none(_ t: Strings) -> String { purpose == .registration ? t.passkeyNotMade : t.passkeyNotUsed }
}
