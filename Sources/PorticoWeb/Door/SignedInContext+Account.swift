import HTTPTypes
import PorticoAuth
import PorticoConfig

extension SignedInContext {
    /// Whom a form was rendered for is who sends it.
    ///
    /// - Parameter account: the form's field `account`; absent where a client leaves it out.
    /// - Throws: 409 where another account is current by now.
    func require(_ account: String?) throws(WebError) {
        guard account == nil || account == self.account.id.description else { throw WebError(.conflict) }
    }
}
