import Crypto
import Foundation
import PorticoConfig

/// What a request was answered with, so that its repetition can be answered alike.
public struct RequestOutcome: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The path the client is sent to.
    public let location: String

    public init(status: Int, location: String) {
        self.status = status
        self.location = location
    }
}

/// The record by which a repeated request is known: the same key, by the same account, on the same route.
///
/// It is written in the transaction of the request's effect and kept for a day.
public struct RequestRecord: Sendable {
    public let account: AccountID
    public let route: String
    public let key: String
    /// SHA-256 of the request's body.
    public let body: Data
    public let outcome: RequestOutcome

    public init(account: AccountID, route: String, key: String, body: some DataProtocol, outcome: RequestOutcome) {
        self.account = account
        self.route = route
        self.key = key
        self.body = Data(SHA256.hash(data: body))
        self.outcome = outcome
    }
}
