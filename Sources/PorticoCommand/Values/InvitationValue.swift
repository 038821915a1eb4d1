import PorticoAuth

/// The output for an invitation.
struct InvitationValue: Encodable {
    let email: String
    let name: String
    let administrator: Bool
    /// nil if the link is mailed.
    let link: String?

    init(_ invitation: Invitation, link: String? = nil) {
        self.link = link
        email = invitation.email.value
        name = invitation.name
        administrator = invitation.isAdministrator
    }
}
