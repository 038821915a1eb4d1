import Foundation
import PorticoHTML

/// A browser in which the account is not asked for a code.
package struct TrustedBrowserRow: Sendable {
    package var id: String
    /// For example "Firefox on Linux"; empty if unknown.
    package var browser: String
    /// The network address from which the trust began; empty if unknown.
    package var address: String
    package var since: Date
    /// Whether it is the browser of this request.
    package var isThis: Bool

    package init(id: String, browser: String, address: String, since: Date, isThis: Bool = false) {
        self.id = id
        self.browser = browser
        self.address = address
        self.since = since
        self.isThis = isThis
    }
}

/// The ways to log in to the account: password, authenticator app and recovery codes, and the browsers that are not asked.
package struct FactorsPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// Whether this server stores the password.
    package var keepsPassword: Bool
    /// Whether the person can have an authenticator app.
    package var offersApp: Bool
    /// Whether the account must have a second factor.
    package var isRequired: Bool
    /// The time at which the authenticator app was set up; nil if there is none.
    package var appSince: Date?
    /// The number of recovery codes that still work.
    package var codesLeft: Int
    package var browsers: [TrustedBrowserRow]
    /// The time from which an administrator's reset takes effect; nil if none waits.
    package var resetAt: Date?
    /// The passkeys, oldest first.
    package var passkeys: [PasskeyRow]
    /// Whether the account can have one more passkey.
    package var canAddPasskey: Bool
    /// The identities at providers, oldest first.
    package var identities: [IdentityRow] = []
    /// Whether the account can log in at a provider where it cannot yet.
    package var canAddIdentity = false
    /// The state of the passkeys for the browser, as JSON; nil if the account never had one.
    package var passkeySignal: String?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(
        account: String, keepsPassword: Bool = true, offersApp: Bool = true, isRequired: Bool = false,
        appSince: Date? = nil, codesLeft: Int = 0, browsers: [TrustedBrowserRow] = [], passkeys: [PasskeyRow] = [],
        canAddPasskey: Bool = false, passkeySignal: String? = nil
    ) {
        self.account = account
        self.keepsPassword = keepsPassword
        self.offersApp = offersApp
        self.isRequired = isRequired
        self.appSince = appSince
        self.codesLeft = codesLeft
        self.browsers = browsers
        self.passkeys = passkeys
        self.canAddPasskey = canAddPasskey
        self.passkeySignal = passkeySignal
    }

    package func title(in language: String) -> String { Strings(language: language).factorsTitle }

    func waitingReset(_ t: Strings) -> CellGroups? { resetAt.map { CellGroups([reset($0, t)]) } }

    func password(_ t: Strings) -> CellGroups? {
        if keepsPassword {
            let change = LinkCell(
                id: "factor-password", title: t.changePassword, path: .changePassword, opening: .navigates)
            return CellGroups([CellGroup(id: "password-factor", header: t.password, cells: [.link(change)])])
        }
        return nil
    }

    var passkeyCells: [PasskeyCell] { passkeys.map(PasskeyCell.init) }

    func addPasskey(_ t: Strings) -> LinkCell {
        LinkCell(id: "add-passkey", title: t.addPasskey, path: .newPasskey, opening: .navigates)
    }

    var identityCells: [IdentityCell] { identities.map(IdentityCell.init) }

    func addIdentity(_ t: Strings) -> LinkCell {
        LinkCell(id: "add-identity", title: t.addIdentity, path: .newIdentity, opening: .navigates)
    }

    func groups(_ t: Strings) -> CellGroups {
        var groups = offersApp ? [app(t)] : []
        if appSince != nil { groups.append(codes(t)) }
        return CellGroups(groups)
    }

    private func reset(_ time: Date, _ t: Strings) -> CellGroup {
        let at = DetailCell(id: "reset-at", title: t.factorsResetAt, value: .time(time))
        let stop = ActionCell(
            id: "stop-reset", title: t.stopReset, action: .stopOwnReset, fields: [("account", account)])
        return CellGroup(id: "reset-factor", footer: t.factorsResetFooter, cells: [.detail(at), .action(stop)])
    }

    private func app(_ t: Strings) -> CellGroup {
        let setUp = LinkCell(
            id: "set-up-app", title: appSince == nil ? t.setUpApp : t.setUpAppAgain, path: .authenticatorApp,
            opening: .navigates)
        guard let appSince else {
            return CellGroup(
                id: "app-factor", header: t.authenticatorApp, footer: t.authenticatorAppFooter, cells: [.link(setUp)])
        }
        let since = DetailCell(id: "app-since", title: t.authenticatorAppSince, value: .time(appSince))
        let remove = LinkCell(
            id: "remove-app", title: t.removeApp, path: .removeAuthenticatorApp,
            opening: .presents(as: .confirmationDialog), isDestructive: true)
        let isLast = isRequired && passkeys.isEmpty
        return CellGroup(
            id: "app-factor", header: t.authenticatorApp,
            footer: isLast ? canAddPasskey ? t.factorRequired : t.appRequired : nil,
            cells: [.detail(since), .link(setUp)] + (isLast ? [] : [.link(remove)]))
    }

    private func codes(_ t: Strings) -> CellGroup {
        let renew = LinkCell(
            id: "make-codes", title: t.makeRecoveryCodes, subtitle: t.recoveryCodesLeft(codesLeft),
            path: .recoveryCodes, opening: .presents(as: .confirmationDialog), hasChevron: false)
        return CellGroup(
            id: "codes-factor", header: t.recoveryCodesTitle, footer: t.recoveryCodesFooter, cells: [.link(renew)])
    }

    var cells: [TrustedBrowserCell] { browsers.map { TrustedBrowserCell(browser: $0, account: account) } }
}

/// One browser of a ``FactorsPage``, with a button to end the trust in it.
struct TrustedBrowserCell: Sendable {
    let browser: TrustedBrowserRow
    let account: String

    var id: String { "trust-\(browser.id)" }

    func name(_ t: Strings) -> String {
        browser.browser.isEmpty ? t.unknownBrowser : ReaderFormat(t).device(browser.browser)
    }

    func since(_ t: Strings) -> TextAround { TextAround(t.trustSince) }

    func details(_ t: Strings) -> String {
        ReaderFormat(t).facts([browser.address, browser.isThis ? t.thisBrowser : ""])
    }

    func remove(_ t: Strings) -> RowAction {
        RowAction(
            id: "\(id)-end", title: t.endTrust, label: t.rowAction(t.endTrust, name(t)),
            target: .post(.endTrust, fields: [("account", account), ("browser", browser.id)]), isDestructive: true)
    }
}
