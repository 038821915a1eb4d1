import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The invitations from which no account was created yet, for administrators.
struct InvitationsController: Sendable {
    let administration: Administration
    private var registration: Registration { administration.auth.registration }

    func invitations(_ request: Request, _ context: SignedInContext) async throws -> InvitationsPage {
        let time = administration.auth.authenticator.time
        return InvitationsPage(
            account: context.account.id.description,
            invitations: try await registration.pending().map { InvitationRow($0, at: time) })
    }

    func sendAgain(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let email = try await email(request, context)
        try await registration.inviteAgain(email, actor: context.account.id, client: context.identity.client)
        context.toast(.success(.toastInvitationSent(email.value)))
        return .dismissed(to: .invitations, for: request)
    }

    /// The question before an invitation is withdrawn.
    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let email = EmailAddress(request.queryField("email"))
        guard let email, try await registration.pending().contains(where: { $0.invitation.email == email }) else {
            throw WebError(.notFound)
        }
        return .withdrawInvitation(account: context.account.id.description, email: email.value)
    }

    func withdraw(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let email = try await email(request, context)
        try await registration.withdraw(email, actor: context.account.id, client: context.identity.client)
        context.toast(.success(.toastInvitationWithdrawn(email.value)))
        return .dismissed(to: .invitations, for: request)
    }

    private func email(_ request: Request, _ context: SignedInContext) async throws -> EmailAddress {
        let form = try await context.form(InvitationActionForm.self)
        guard let email = form.email.flatMap(EmailAddress.init) else { throw WebError(.badRequest) }
        return email
    }
}

/// The fields of an action on an invitation.
private struct InvitationActionForm: Decodable {
    var email: String?
}

extension InvitationRow {
    fileprivate init(_ pending: PendingInvitation, at time: Date) {
        let invitation = pending.invitation
        self.init(
            email: invitation.email.value, name: invitation.name, isAdministrator: invitation.isAdministrator,
            state: pending.expiresAt.map { $0 > time ? .works(until: $0) : .expired($0) } ?? .waiting)
    }
}
