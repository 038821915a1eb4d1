import Foundation
import PorticoHTML

/// The kind of the current screen.
public enum ScreenKind: String, Sendable, CaseIterable {
    case login
    case main
    case error
}

/// The remaining lifetime of the screen's sign-in if it is not used.
public struct SignInLifetime: Hashable, Sendable {
    /// In seconds.
    public var seconds: Int
    /// Whether use extends it.
    public var growsWithUse: Bool

    public init(seconds: Int, growsWithUse: Bool) {
        self.seconds = seconds
        self.growsWithUse = growsWithUse
    }
}

/// The current screen: a root page and the pages presented over it.
public struct Screen<Content: HTMLRenderable>: Sendable {
    public var kind: ScreenKind
    /// Whether the screen asks for a sign-in.
    public var needsAuthentication: Bool
    /// The account that the page was rendered for; nil if nobody is signed in.
    public var account: String?
    /// The account whose sign-in has expired and must be renewed on the cover. An open page of that account may stay
    /// under the cover.
    public var expired: String?
    /// The remaining lifetime of the sign-in.
    public var lifetime: SignInLifetime?
    /// Whether the splash was sent first, so that the main screen fades in.
    public var followsSplash: Bool
    /// The title of the document, if its head was sent before the screen was known.
    public var documentTitle: String?
    /// Whether the head was sent before in another language, because the person's choice was not known yet.
    public var differsInLanguage: Bool
    /// The defaults of the HUD on this screen.
    public var styleOfHud: HudStyle
    /// The id of the newest live event at rendering time; script requests the events after it. Nil if there are none.
    public var events: String?
    /// The path at which the browser may ask to make a passkey by itself; nil if it may not.
    public var passkeyOffer: SitePath?
    public var content: Content

    public init(
        kind: ScreenKind,
        needsAuthentication: Bool,
        account: String? = nil,
        expired: String? = nil,
        lifetime: SignInLifetime? = nil,
        followsSplash: Bool = false,
        documentTitle: String? = nil,
        differsInLanguage: Bool = false,
        styleOfHud: HudStyle = HudStyle(),
        events: String? = nil,
        passkeyOffer: SitePath? = nil,
        content: Content
    ) {
        self.kind = kind
        self.needsAuthentication = needsAuthentication
        self.account = account
        self.expired = expired
        self.lifetime = lifetime
        self.followsSplash = followsSplash
        self.documentTitle = documentTitle
        self.differsInLanguage = differsInLanguage
        self.styleOfHud = styleOfHud
        self.events = events
        self.passkeyOffer = passkeyOffer
        self.content = content
    }

    /// The name of a time zone as browsers have it, for script. They call Greenwich UTC.
    func name(of zone: TimeZone) -> String { zone == .gmt ? "UTC" : zone.identifier }
}
