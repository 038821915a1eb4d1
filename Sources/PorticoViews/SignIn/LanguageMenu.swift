import PorticoConfig
import PorticoHTML

/// The languages as buttons of a form, each with its own name. Nothing if there is only one.
package struct LanguageMenu: Sendable {
    package var languages: [Language]
    /// The target of the buttons, if their form has another one. Then they send the form as it is.
    package var action: SitePath?

    package init(_ languages: [Language], action: SitePath? = nil) {
        self.languages = languages
        self.action = action
    }

    /// A language in the menu.
    struct Choice {
        let tag: String
        let name: String
        let direction: String
        let isCurrent: Bool
    }

    /// The choices on a page in a language.
    func choices(_ language: String) -> [Choice] {
        guard languages.count > 1 else { return [] }
        return languages.map {
            Choice(
                tag: $0.tag, name: $0.name, direction: $0.isRightToLeft ? "rtl" : "ltr", isCurrent: $0.tag == language)
        }
    }
}
