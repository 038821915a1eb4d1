import PorticoHTML

/// What a browser shows: exactly one of these is current.
public enum ScreenKind: String, Sendable, CaseIterable {
    case splash
    case login
    case main
    case error
}

/// How long the sign-in of a screen lasts, unless it is used.
public struct SignInLifetime: Hashable, Sendable {
    /// Seconds.
    public var seconds: Int
    /// Whether using it would make it last longer.
    public var growsWithUse: Bool

    public init(seconds: Int, growsWithUse: Bool) {
        self.seconds = seconds
        self.growsWithUse = growsWithUse
    }
}

/// The current screen: a root page and what is presented over it.
public struct Screen<Content: HTMLRenderable>: Sendable {
    public var kind: ScreenKind
    public var needsAuthentication: Bool
    /// The account the page was rendered for, absent when nobody is signed in.
    public var account: String?
    /// The account whose sign-in expired, which the cover asks for: what an open page shows of it may stay under the cover.
    public var expired: String?
    /// How long the sign-in lasts, unless it is used.
    public var lifetime: SignInLifetime?
    /// Whether the splash was sent before it, which makes the main screen fade in.
    public var followsSplash: Bool
    /// How the HUD looks on this screen where what it shows does not say.
    public var styleOfHud: HudStyle
    /// The id of the newest live event when the screen was made: script asks for those after it. Nil where there are none.
    public var events: String?
    public var content: Content

    public init(
        kind: ScreenKind,
        needsAuthentication: Bool,
        account: String? = nil,
        expired: String? = nil,
        lifetime: SignInLifetime? = nil,
        followsSplash: Bool = false,
        styleOfHud: HudStyle = HudStyle(),
        events: String? = nil,
        content: Content
    ) {
        self.kind = kind
        self.needsAuthentication = needsAuthentication
        self.account = account
        self.expired = expired
        self.lifetime = lifetime
        self.followsSplash = followsSplash
        self.styleOfHud = styleOfHud
        self.events = events
        self.content = content
    }
}
