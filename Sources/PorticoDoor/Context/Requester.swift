import Foundation
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoViews
import Synchronization

/// The sender of a request. The first part of the server that asks determines it; all others get the same result
/// without another query.
///
/// The parts of one request must ask one after another: two at the same time would query the store twice.
package final class Requester: Sendable {
    /// The person according to the request, checked by the gateway of the account.
    package final class Identified: Sendable {
        package let identity: RequestIdentity
        /// The current sign-in, if its gateway refused it. The identity then has no sign-in.
        package let refused: RefusedSignIn?
        /// The recent proof of the person.
        package let proof: ProofLevel
        /// The account the requesting page was rendered for; nil for browser navigation, or if the request does not
        /// say.
        let requestingPage: PageAccount?
        /// The newest event before the first query.
        package let events: EventID

        init(
            identity: RequestIdentity, refused: RefusedSignIn?, proof: ProofLevel,
            requestingPage: PageAccount?, events: EventID
        ) {
            self.identity = identity
            self.refused = refused
            self.proof = proof
            self.requestingPage = requestingPage
            self.events = events
        }
    }

    /// The choices of a person for all browsers.
    private struct Choices {
        /// A tag of ``Language/offered``; nil to follow the browser.
        var language: String?
        /// nil to follow the browser.
        var zone: TimeZone?
        /// The zone of the browser of the last sign-in.
        var usualZone: TimeZone?
    }

    private struct State {
        var identity: Result<RequestIdentity, any Error>?
        var identified: Result<Identified, any Error>?
        /// The choices of the person; nil if they were not read, or nobody is signed in.
        var choices: Choices?
        /// The language for a person without a choice; nil before the first call.
        var browserLanguage: String?
        /// The time zone of the browser, if it is known; nil before the first call.
        var browserZone: TimeZone??
    }

    let resolver: IdentityResolver
    private let request: Request
    private let channel: any Channel
    private let state = Mutex(State())

    package init(_ request: Request, on channel: any Channel, resolver: IdentityResolver) {
        self.request = request
        self.channel = channel
        self.resolver = resolver
    }

    /// The browser and its current sign-in, as stored.
    ///
    /// - Parameter isUse: whether the request extends the sign-in if a person makes it. The first call decides.
    package func identity(isUse: Bool = true) async throws -> RequestIdentity {
        if let known = state.withLock({ $0.identity }) { return try known.get() }
        let found: Result<RequestIdentity, any Error>
        do {
            found = .success(
                try await resolver.identity(request, on: channel, isUse: isUse && request.isMadeByPerson))
        } catch {
            found = .failure(error)
        }
        state.withLock { $0.identity = found }
        return try found.get()
    }

    /// Reads the language and the time zone that the person has chosen, after the person is known and before a text is
    /// written.
    package func readChoices() async {
        guard let account = known?.signIn?.account.id else { return }
        // A failure must not prevent, for example, a sign-out. Pages need the configuration as well, and report it.
        guard let config = try? await resolver.config.config(of: account, isAutoLogin: false) else { return }
        let choices = Choices(
            language: config.language.flatMap(Language.init(offered:))?.tag, zone: config.chosenTimeZone,
            usualZone: config.timeZone)
        state.withLock { $0.choices = choices }
    }

    /// The language of the response, a BCP 47 tag: the person's choice after ``readChoices()``, else that of the browser.
    package var language: String {
        state.withLock { state in
            if let chosen = state.choices?.language { return chosen }
            let language = state.browserLanguage ?? resolver.languages.language(of: request)
            state.browserLanguage = language
            return language
        }
    }

    /// The time zone of the response: the person's choice after ``readChoices()``, else that of the browser, else that of
    /// the person's last browser; nil if none is known.
    package var zone: TimeZone? {
        state.withLock { state in
            if let chosen = state.choices?.zone { return chosen }
            let zone = state.browserZone ?? resolver.zones.zone(of: request)
            state.browserZone = .some(zone)
            return zone ?? state.choices?.usualZone
        }
    }

    /// The person. The gateway of the account has had the chance to refuse the sign-in.
    ///
    /// - Parameter isLaunch: whether to ask the gateway even if it has confirmed the sign-in recently. The first call
    ///   decides.
    package func identified(isLaunch: Bool = false) async throws -> Identified {
        if let known = state.withLock({ $0.identified }) { return try known.get() }
        let found: Result<Identified, any Error>
        do {
            found = .success(try await identify(isLaunch: isLaunch))
        } catch {
            found = .failure(error)
        }
        state.withLock { $0.identified = found }
        return try found.get()
    }

    private func identify(isLaunch: Bool) async throws -> Identified {
        let events = resolver.liveUI.live.position
        var identity = try await identity()
        var refused: RefusedSignIn?
        if let signIn = identity.signIn, resolver.gateways.isAtGateway(signIn) {
            // A background request is no launch.
            let isLaunch = isLaunch && request.isMadeByPerson
            if let refusal = try await resolver.gateways.refusal(of: signIn, isLaunch: isLaunch) {
                refused = RefusedSignIn(signIn: signIn, refusal: refusal)
                identity = identity.withoutSignIn
            } else if isLaunch {
                // The gateway may have changed the account.
                identity = try await resolver.identity(request, on: channel, isUse: false)
            }
        }
        var proof = ProofLevel.nothing
        if let signIn = identity.signIn { proof = try await resolver.authenticator.confirmedProof(of: signIn) }
        return Identified(
            identity: identity, refused: refused, proof: proof,
            requestingPage: requestingPage(by: identity), events: events)
    }

    /// The account the requesting page was rendered for; nil if the request does not say.
    private func requestingPage(by identity: RequestIdentity) -> PageAccount? {
        request.headers[.porticoAccount].flatMap { id in
            guard !id.isEmpty else { return nil }
            let profiles = resolver.authenticator.profiles(of: identity)
            return PageAccount(id: id, isSignedIn: profiles.contains { $0.account.id.description == id })
        }
    }

    /// The result of ``identified(isLaunch:)``; nil before the first call, and if that failed.
    package var found: Identified? { state.withLock { try? $0.identified?.get() } }

    /// The identity, checked by the gateway if that has happened; nil before the first call.
    var known: RequestIdentity? {
        state.withLock { (try? $0.identified?.get())?.identity ?? (try? $0.identity?.get()) }
    }
}
