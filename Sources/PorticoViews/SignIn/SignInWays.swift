import PorticoHTML

/// The ways to log in besides the form of the login cover. They are buttons of this form, so that they keep its input.
package struct SignInWays: Sendable {
    /// Whether a link to log in can be mailed.
    package var byMail: Bool

    package init(byMail: Bool = false) {
        self.byMail = byMail
    }
}
