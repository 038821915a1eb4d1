import Foundation
import PorticoHTML

/// One passkey of the account: its name, to be changed, and its use.
package struct PasskeyPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var passkey: PasskeyRow
    /// The rejected input; nil if the name is the stored one.
    package var typed: String?
    package var problem: PasskeyNameProblem?
    /// Maximum length of the name, in characters.
    package var limit: Int
    /// Whether it cannot be removed, because it is the only second factor of an account that must have one.
    package var isLastFactor = false

    package let presentation = Presentation()
    package let presenter = SitePath.launch
    static let formID = "passkey-form"

    package init(
        account: String, passkey: PasskeyRow, typed: String? = nil, problem: PasskeyNameProblem? = nil, limit: Int
    ) {
        self.account = account
        self.passkey = passkey
        self.typed = typed
        self.problem = problem
        self.limit = limit
    }

    package func title(in language: String) -> String { Strings(language: language).passkeyTitle }

    var hidden: HiddenFields { HiddenFields([("account", account), ("id", passkey.id)]) }

    func field(_ t: Strings) -> Field {
        Field(
            id: "name", kind: .text, label: t.passkeyName, value: typed ?? passkey.name,
            problem: problem?.sentence(limit, t), isAutofocused: problem != nil, isLast: true, limit: limit,
            missing: t.passkeyNameMissing, invalid: t.passkeyNameTooLong(limit))
    }

    func groups(_ t: Strings) -> CellGroups {
        let used: CellValue = passkey.lastUsedAt.map { .time($0) } ?? .text(t.passkeyNeverUsed)
        var details = [
            DetailCell(
                id: "passkey-storage", title: t.passkeyStorage,
                value: .text(passkey.isSynced ? t.passkeySynced : t.passkeyNotSynced)),
            DetailCell(id: "passkey-added", title: t.passkeyAdded, value: .time(passkey.addedAt)),
            DetailCell(id: "passkey-used", title: t.passkeyLastUsed, value: used),
        ]
        if !passkey.browser.isEmpty {
            let browser = ReaderFormat(t).device(passkey.browser)
            details.insert(DetailCell(id: "passkey-browser", title: t.passkeyAddedIn, value: .text(browser)), at: 1)
        }
        let remove = LinkCell(
            id: "remove-passkey", title: t.removePasskey, path: .removePasskey(passkey.id),
            opening: .presents(as: .confirmationDialog), isDestructive: true)
        let list = CellGroup(
            id: "passkey-details", footer: isLastFactor ? t.factorRequired : nil, cells: details.map { .detail($0) })
        return CellGroups([list] + (isLastFactor ? [] : [CellGroup(id: "passkey-removal", cells: [.link(remove)])]))
    }
}

/// The reason why the name of a passkey was not stored.
package enum PasskeyNameProblem: Hashable, Sendable {
    case missing
    case tooLong

    func sentence(_ limit: Int, _ t: Strings) -> String {
        switch self {
        case .missing: t.passkeyNameMissing
        case .tooLong: t.passkeyNameTooLong(limit)
        }
    }
}

/// A passkey in a list.
package struct PasskeyRow: Sendable {
    /// The id, in base64url.
    package var id: String
    package var name: String
    /// The browser that added it, for example "Firefox on Linux"; empty if unknown.
    package var browser: String
    package var addedAt: Date
    /// nil before the first use.
    package var lastUsedAt: Date?
    /// Whether it is on all devices of the person.
    package var isSynced: Bool

    package init(
        id: String, name: String, browser: String, addedAt: Date, lastUsedAt: Date? = nil, isSynced: Bool
    ) {
        self.id = id
        self.name = name
        self.browser = browser
        self.addedAt = addedAt
        self.lastUsedAt = lastUsedAt
        self.isSynced = isSynced
    }
}

/// One passkey of a ``FactorsPage``, with a link to its page.
struct PasskeyCell: Sendable {
    let passkey: PasskeyRow

    var id: String { "passkey-\(passkey.id)" }

    var path: SitePath { .passkey(passkey.id) }

    func added(_ t: Strings) -> TextAround { TextAround(t.passkeyAddedAt) }

    func used(_ t: Strings) -> TextAround { TextAround(t.passkeyLastUsedAt) }

    func details(_ t: Strings) -> String {
        let browser = passkey.browser.isEmpty ? "" : ReaderFormat(t).device(passkey.browser)
        return ReaderFormat(t).facts([browser, passkey.isSynced ? t.passkeySynced : t.passkeyNotSynced])
    }
}
