import PorticoAuth

/// The output for an invitation.
struct InvitationValue: Encodable {
    let email: String
    let name: String
    let administrator: Bool

    init(_ invitation: Invitation) {
        email = invitation.email.value
        name = invitation.name
        administrator = invitation.isAdministrator
    }
}
