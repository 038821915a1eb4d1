import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// New options for passkeys, before those of an open page grow old.
struct PasskeyOptionsController: Sendable {
    let root: Root

    /// 204 if there are none, for example because the sign-in has ended.
    func renew(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(PasskeyOptionsForm.self)
        guard let purpose = form.purpose.flatMap(PasskeyButton.Purpose.init(rawValue:)) else {
            throw WebError(.unprocessableContent)
        }
        do {
            let options = try await options(for: purpose, form, identity, site: root.appName(context))
            return options.map { .json($0) } ?? Response(status: .noContent)
        } catch AuthError.pendingSignInEnded {
            return Response(status: .noContent)
        }
    }

    private func options(
        for purpose: PasskeyButton.Purpose, _ form: PasskeyOptionsForm, _ identity: RequestIdentity, site: String
    ) async throws -> String? {
        let passkeys = root.passkeys
        switch purpose {
        case .signIn: return try passkeys.signInOptions()
        case .secondStep:
            let waiting = try await root.authenticator.pendingSignIn(form.pending ?? "", identity: identity)
            return try await passkeys.secondStepOptions(of: waiting.account, waiting: form.pending ?? "")
        case .enrolment:
            let waiting = try await root.authenticator.pendingSignIn(
                form.pending ?? "", isEnrolment: true, identity: identity)
            return try await passkeys.enrolmentOptions(of: waiting.account, waiting: form.pending ?? "", site: site)
        case .proof, .registration:
            // The page may be of another account of this browser.
            guard let signIn = identity.signIn, signIn.account.id.description == form.account else { return nil }
            return purpose == .proof
                ? try await passkeys.proofOptions(for: signIn)
                : try await passkeys.registrationOptions(for: signIn, site: site)
        }
    }
}

/// The fields of a request for new options.
private struct PasskeyOptionsForm: Decodable {
    var purpose: String?
    /// The token of a sign-in that waits for its second step, or until there is a second factor.
    var pending: String?
    /// The account that the page was rendered for.
    var account: String?
}

extension Response {
    static func json(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
