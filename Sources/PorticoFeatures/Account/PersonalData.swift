import Foundation
import NIOCore
import PorticoAuth
import PorticoConfig

/// All stored data about a person except secrets, for their export: JSON, with times in ISO 8601.
struct PersonalData: Encodable {
    struct AccountPart: Encodable {
        let server: String
        let user: String
        let name: String
        let email: String?
        /// The employee number at the gateway, if any.
        let employeeNumber: String?
        let isAdministrator: Bool
        let isDisabled: Bool
        let groups: [String]
        let createdAt: Date
    }

    struct SignInPart: Encodable {
        let method: String
        /// The last second factor, and the time of its proof; nil if none was proved.
        let factor: String?
        let factorAt: Date?
        let since: Date
        let lastSeen: Date
        let isAutomatic: Bool
        let endedAt: Date?
        let browser: String
        let address: String
    }

    struct EventPart: Encodable {
        let kind: String
        let time: Date
        let browser: String
        let address: String
    }

    /// The second factor, without its secrets.
    struct SecondFactorPart: Encodable {
        struct TrustedBrowserPart: Encodable {
            let browser: String
            let address: String
            let since: Date
        }

        /// The time at which the authenticator app was added.
        let appAddedAt: Date
        let recoveryCodesLeft: Int
        let trustedBrowsers: [TrustedBrowserPart]
    }

    /// A passkey, without its key.
    struct PasskeyPart: Encodable {
        let name: String
        let isSynced: Bool
        let addedAt: Date
        let lastUsedAt: Date?
        /// That added it.
        let browser: String
        let address: String
    }

    /// An identity at a provider with which the person logs in.
    struct IdentityPart: Encodable {
        let provider: String
        /// The identifier of the person there.
        let subject: String
        let label: String
        let addedAt: Date
        let lastUsedAt: Date
    }

    struct DraftPart: Encodable {
        let path: String
        let fields: [Draft.Field]
        /// The names of the file fields; the files are not stored.
        let files: [String]
        let keptAt: Date
    }

    var account: AccountPart
    /// The values by the names of their keys.
    var configuration: [String: JSONValue] = [:]
    var signIns: [SignInPart] = []
    /// nil without one.
    var secondFactor: SecondFactorPart?
    var passkeys: [PasskeyPart] = []
    var identities: [IdentityPart] = []
    /// Forms that were sent after a sign-in had ended.
    var drafts: [DraftPart] = []
    /// The security events of the account.
    var events: [EventPart] = []

    init(_ account: Account) {
        self.account = AccountPart(
            server: account.id.server.rawValue, user: account.id.user, name: account.name,
            email: account.email?.value, employeeNumber: account.employeeNumber?.value,
            isAdministrator: account.isAdministrator, isDisabled: account.isDisabled,
            groups: account.groups.names, createdAt: account.createdAt)
    }

    mutating func add(_ values: [String: String]) {
        configuration = values.mapValues(JSONValue.init(json:))
    }

    mutating func add(_ signIns: [AccountHistory.PastSignIn]) {
        self.signIns = signIns.map { past in
            SignInPart(
                method: past.signIn.method.rawValue, factor: past.signIn.factor?.rawValue,
                factorAt: past.signIn.factorAt, since: past.signIn.since, lastSeen: past.signIn.lastSeen,
                isAutomatic: past.signIn.isAutomatic, endedAt: past.endedAt, browser: past.signIn.client.agent,
                address: past.signIn.client.address)
        }
    }

    mutating func add(_ state: SecondFactorState) {
        secondFactor = state.appAddedAt.map { time in
            SecondFactorPart(
                appAddedAt: time, recoveryCodesLeft: state.codesLeft,
                trustedBrowsers: state.trustedBrowsers.map {
                    SecondFactorPart.TrustedBrowserPart(
                        browser: $0.client.agent, address: $0.client.address, since: $0.since)
                })
        }
    }

    mutating func add(_ passkeys: [StoredPasskey]) {
        self.passkeys = passkeys.map { passkey in
            PasskeyPart(
                name: passkey.name, isSynced: passkey.isBackedUp, addedAt: passkey.addedAt,
                lastUsedAt: passkey.lastUsedAt, browser: passkey.client.agent, address: passkey.client.address)
        }
    }

    mutating func add(_ identities: [ProviderIdentity]) {
        self.identities = identities.map { identity in
            IdentityPart(
                provider: identity.provider.rawValue, subject: identity.subject, label: identity.label,
                addedAt: identity.addedAt, lastUsedAt: identity.lastUsedAt)
        }
    }

    mutating func add(_ drafts: [(draft: Draft, time: Date)]) {
        self.drafts = drafts.map { draft, time in
            DraftPart(path: draft.path, fields: draft.fields, files: draft.files, keptAt: time)
        }
    }

    mutating func add(_ events: [LoggedEvent]) {
        self.events += events.map { logged in
            EventPart(
                kind: logged.event.kind.rawValue, time: logged.event.time, browser: logged.event.client.agent,
                address: logged.event.client.address)
        }
    }

    func json() throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(self))
    }
}
