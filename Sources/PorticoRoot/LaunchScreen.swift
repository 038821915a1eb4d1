import PorticoConfig
import PorticoHTML
import PorticoViews

/// The result of a launch.
enum LaunchScreen: Sendable {
    case login(LoginCover)
    case main(MainScreen)
    case failed(ErrorPage)

    var kind: ScreenKind {
        switch self {
        case .login: .login
        case .main: .main
        case .failed: .error
        }
    }

    /// The preferences of the signed-in account; nil if nobody is signed in.
    var display: DisplayPreferences? {
        guard case .main(let main) = self else { return nil }
        return main.display
    }
}

/// The main screen with its context.
package struct MainScreen: Sendable {
    package let page: AnyPage
    package let title: String
    let display: DisplayPreferences
    let person: PersonInBrowser
    /// The newest event before the page was created.
    let events: EventID
    let lifetime: SignInLifetime
    /// The path at which the browser may ask to make a passkey by itself; nil if it may not.
    let passkeyOffer: SitePath?
    /// The notices that were added while the page was created.
    var notices = Notices()
}

/// The screen of a launch, as the content of the document's slot.
struct LaunchedScreen: HTMLRenderable {
    let screen: LaunchScreen
    let followsSplash: Bool
    /// The title of the document, if its head was sent before; otherwise nil.
    let documentTitle: String?
    /// Whether the head was sent before in another language.
    var differsInLanguage = false
    let styleOfHud: HudStyle
    let notices: Notices
    let automaticStyle: Presentation.Style

    func render(into html: inout HTMLWriter) {
        switch screen {
        case .login(let cover):
            show(Presented(cover), needsAuthentication: true, into: &html)
        case .main(let main):
            Screen(
                kind: .main, needsAuthentication: false, account: main.person.account.description,
                lifetime: main.lifetime,
                followsSplash: followsSplash, documentTitle: documentTitle, differsInLanguage: differsInLanguage,
                styleOfHud: styleOfHud,
                events: main.events.description, passkeyOffer: main.passkeyOffer,
                content: Stack(root: main.page, notices: notices, automaticStyle: automaticStyle)
            ).render(into: &html)
        case .failed(let page):
            show(Stack(root: page), into: &html)
        }
    }

    private func show(
        _ content: some HTMLRenderable, needsAuthentication: Bool = false, into html: inout HTMLWriter
    ) {
        Screen(
            kind: screen.kind, needsAuthentication: needsAuthentication, followsSplash: followsSplash,
            documentTitle: documentTitle, differsInLanguage: differsInLanguage, styleOfHud: styleOfHud, content: content
        ).render(into: &html)
    }
}
