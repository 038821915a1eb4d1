import PorticoHTML

/// The end of a login at an identity provider in a window of its own. Script tells the page that has opened the window,
/// and closes it (`provider.js`).
package struct LoginWindowPage: CoverPage, Sendable {
    /// Names the window for the page that has opened it.
    package var window: String
    /// The reason why the login has failed; nil after a login.
    package var message: LoginMessage?

    package init(window: String, message: LoginMessage? = nil) {
        self.window = window
        self.message = message
    }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String { message == nil ? t.loginWindowDone : t.loginWindowFailed }

    func problem(_ t: Strings) -> String { message?.sentence(t) ?? "" }
}
