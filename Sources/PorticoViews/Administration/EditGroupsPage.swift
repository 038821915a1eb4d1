import PorticoHTML

/// Changes the groups of an account.
package struct EditGroupsPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The account id as shown to administrators.
    package var user: String
    /// The input: names of groups, separated by spaces.
    package var groups: String
    /// The groups that the page showed when it was opened.
    package var shownGroups: String
    /// The conflict with groups that somebody saved in the meantime.
    package var conflict: Conflict?
    /// The invalid name; nil if there is none.
    package var refused: String?
    /// The display name of the account's server, whose next response may replace the groups; nil for a local account.
    package var serverName: String?

    package let presentation = Presentation(style: .formSheet)
    package init(account: String, user: String, groups: String, refused: String? = nil, serverName: String? = nil) {
        self.account = account
        self.user = user
        self.groups = groups
        shownGroups = groups
        self.refused = refused
        self.serverName = serverName
    }

    package var presenter: SitePath { .person(user) }

    package func title(in language: String) -> String { Strings(language: language).groups }

    package func render(into html: inout HTMLWriter) {
        let t = Strings(language: html.language)
        PersonForm(
            title: t.groups, id: "groups-form", path: .personGroups(user), account: account, fields: [field(t)],
            shown: HiddenFields([("shownGroups", shownGroups)]), conflict: conflict,
            saveID: "save-groups"
        ).render(into: &html)
    }

    private func field(_ t: Strings) -> Field {
        Field(
            id: "groups", kind: .text, label: t.groups, value: groups,
            hint: serverName.map(t.groupsOfServer) ?? t.groupsHint,
            problem: refused.map(t.groupInvalid), conflict: conflict, isRequired: false, isOwn: false,
            isAutofocused: true, isLast: true)
    }
}
