import PorticoHTML

/// Asks for confirmation before an invitation is withdrawn.
package struct WithdrawInvitationPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var email: String

    package init(account: String, email: String) {
        self.account = account
        self.email = email
    }

    package let presentation = Presentation(style: .confirmationDialog)
    package let presenter = SitePath.invitations

    package func title(in language: String) -> String { Strings(language: language).withdrawInvitationQuestion(email) }
}
