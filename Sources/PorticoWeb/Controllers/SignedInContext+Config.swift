import PorticoAuth
import PorticoViews

extension SignedInContext {
    /// Tells all open pages of the person that a change has replaced another one that was made meanwhile.
    func tell(ofReplaced keys: Set<String>) {
        guard !keys.isEmpty else { return }
        toast(.changedTwice(in: Site.language), to: .account(account.id))
    }
}
