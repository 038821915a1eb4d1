import PorticoHTML

/// A button that asks the browser for a passkey and sends it with its form. Script shows it where there are passkeys.
package struct PasskeyButton: Sendable {
    package let id: String
    package let title: String
    /// The options of the browser's call, as JSON. They are in the page, because some browsers allow the call only
    /// within the click.
    package let options: String
    /// The ceremony, for which the page gets new options before these grow old.
    package let purpose: Purpose
    /// Whether the field for the user name offers passkeys, too.
    package let fills: Bool
    /// The name of the field with the browser's answer.
    package let field: String
    /// The class of the button.
    package let buttonClass: String

    package enum Purpose: String, Sendable {
        case signIn
        case secondStep
        case proof
        case registration
        case enrolment
    }

    package init(
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
    func none(_ t: Strings) -> String {
        switch purpose {
        case .signIn, .secondStep, .proof: t.passkeyNotUsed
        case .registration, .enrolment: t.passkeyNotMade
        }
    }
}
