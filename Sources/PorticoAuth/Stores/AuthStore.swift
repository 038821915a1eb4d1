import Foundation
import PorticoConfig

/// Where accounts, browsers and sign-ins are kept, and what belongs to them.
///
/// Every call is one transaction: it happens whole or, when it throws, not at all. A change that a call has acknowledged
/// survives the loss of power. Rows of browsers and sign-ins are only ever updated, never inserted again, so a late
/// request cannot revive an ended sign-in. Calls that take an event add it to the log in the same transaction. Besides
/// the ``AuthError``s named, calls throw the errors of the storage underneath; callers treat those as "store
/// unavailable".
public protocol AuthStore: AccountStore, SignInStore, GatewayStore, LinkStore, MailQueue, LimitStore, DraftStore,
    SecurityLog
{}
