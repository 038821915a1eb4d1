import PorticoHTML

/// Adds a passkey to the account. The browser makes it.
package struct AddPasskeyPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The options of the browser's call, as JSON.
    package var options: String
    /// The name in the field.
    package var name: String
    /// Maximum length of the name, in characters.
    package var limit: Int
    package var problem: AddPasskeyProblem?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(account: String, options: String, name: String, limit: Int, problem: AddPasskeyProblem? = nil) {
        self.account = account
        self.options = options
        self.name = name
        self.limit = limit
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).addPasskey }

    var hidden: HiddenFields { HiddenFields([("account", account)]) }

    func message(_ t: Strings) -> String { problem?.sentence(t) ?? "" }

    func field(_ t: Strings) -> Field {
        Field(
            id: "name", kind: .text, label: t.passkeyName, value: name, isLast: true, limit: limit,
            missing: t.passkeyNameMissing, invalid: t.passkeyNameTooLong(limit))
    }

    func button(_ t: Strings) -> PasskeyButton {
        PasskeyButton(
            id: "create-passkey", title: t.createPasskey, options: options, purpose: .registration,
            buttonClass: "button")
    }
}
