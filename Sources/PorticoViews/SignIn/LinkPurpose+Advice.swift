import PorticoConfig
import PorticoHTML

extension LinkPurpose {
    /// The advice for a link that does not work.
    func next(_ t: Strings) -> String {
        switch self {
        case .registration, .passwordReset, .signIn: t.linkAskAgain
        case .invitation: t.linkAskSender
        case .emailChange: t.linkChangeEmailAgain
        case .endSignIn: t.linkEndSignInThere
        case .liftLimits: t.linkSignInAgain
        case .stopReset: t.linkStopReset
        }
    }

    /// The page for the advice; nil if this site has none.
    func again(_ t: Strings) -> (title: String, path: SitePath)? {
        switch self {
        case .registration: (t.askForAnotherLink, .registration)
        case .passwordReset: (t.askForAnotherLink, .resetPassword)
        case .signIn: (t.askForAnotherLink, .newMailSignIn)
        case .invitation: nil
        case .emailChange: (t.changeEmail, .changeEmail)
        case .endSignIn: (t.sessionsTitle, .sessions)
        case .liftLimits: (t.signIn, .newSession)
        case .stopReset: (t.factorsTitle, .factors)
        }
    }
}
