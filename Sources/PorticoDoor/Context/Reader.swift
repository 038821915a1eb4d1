import PorticoAuth
import PorticoConfig

/// The person for whom a response is written.
package struct Reader: Sendable {
    /// The server whose brand the response has: that of the account or, where nobody is signed in, of the browser's last
    /// sign-in; nil in a new browser.
    package var server: ServerID?

    package init(server: ServerID? = nil) {
        self.server = server
    }
}

extension PorticoContext {
    /// The person, as far as somebody has asked for the requester.
    package var reader: Reader { Reader(server: requester?.known?.server) }
}

extension SignedInContext {
    package var reader: Reader { Reader(server: account.id.server) }
}

extension RequestIdentity {
    /// The server of the account or, where nobody is signed in, of the browser's last sign-in; nil in a new browser.
    fileprivate var server: ServerID? { signIn?.account.id.server ?? browser?.lastServer }
}
