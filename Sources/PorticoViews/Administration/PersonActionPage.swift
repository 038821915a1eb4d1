import PorticoHTML

/// Asks for confirmation before an action that restricts the account or extends its rights.
package struct PersonActionPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The account id as shown to administrators.
    package var user: String
    package var name: String
    package var action: PersonAction
    /// Whether it is the administrator's own account.
    package var isOwn: Bool

    package init(account: String, user: String, name: String, action: PersonAction, isOwn: Bool = false) {
        self.account = account
        self.user = user
        self.name = name
        self.action = action
        self.isOwn = isOwn
    }

    package var presentation: Presentation {
        Presentation(style: .confirmationDialog, source: "\(action.rawValue)-link")
    }

    package var presenter: SitePath { .person(user) }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    var path: SitePath { .person(user, action) }
    var signsOut: Bool { isOwn && action.endsSignIns }

    func title(_ t: Strings) -> String {
        let name = name.isEmpty ? user : name
        return switch action {
        case .disable: t.disableQuestion(name)
        case .addAdministrator: t.addAdministratorQuestion(name)
        case .removeAdministrator: t.removeAdministratorQuestion(name)
        case .endSessions: t.endSignInsQuestion(name)
        case .resetPassword: t.revokePasswordQuestion(name)
        case .enable, .liftLimits: name
        }
    }

    func message(_ t: Strings) -> String {
        switch action {
        case .disable: t.personDisable
        case .addAdministrator: t.personAddAdministrator
        case .removeAdministrator: t.personRemoveAdministrator
        case .endSessions: t.personEndSignIns
        case .resetPassword: t.personReset
        case .enable, .liftLimits: ""
        }
    }

    func button(_ t: Strings) -> String {
        switch action {
        case .disable: t.disable
        case .removeAdministrator: t.removeAdministrator
        case .endSessions: t.endSignIns
        case .resetPassword: t.revokePassword
        case .enable: t.enable
        case .addAdministrator: t.addAdministrator
        case .liftLimits: t.liftLimits
        }
    }
}
