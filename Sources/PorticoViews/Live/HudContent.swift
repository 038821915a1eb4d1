import PorticoHTML

/// One thing that the HUD shows over the whole window while the person waits, or for a moment.
///
/// The HUD shows several at once, each under an id of its own; showing an id again puts the new content in the place of
/// the old one. What is nil here is as the page's ``HudStyle`` says.
///
/// Server and script share one JSON form, version 1: the names below, plus `version`; nil is left out. Names that are not
/// known are passed over; a newer version is not read.
///
/// ```json
/// {"id":"export","kind":"progress","text":"Exporting…","value":0.4,"version":1}
/// ```
public struct HudContent: Hashable, Sendable, Identifiable {
    /// Names it among the contents that are shown; only one is shown under a name.
    public var id: String
    public var kind: Kind
    public var text: String?
    /// How much is done, from 0 to 1; nil where that is not known. Progress only.
    public var value: Double?
    /// The id of a `<template>` element of the page that is the content. Custom content only.
    public var html: String?
    public var animation: Animation?
    public var transition: Transition?
    public var alignment: Alignment?
    /// The edges at which it may lie under what the device covers (a notch, a home indicator).
    public var ignoresSafeAreaEdges: [Edge]?
    /// The colour over the window while it is the topmost content.
    public var background: HudColor?
    /// Whether a click outside of it, or Escape, hides it.
    public var interactiveHide: Bool?
    /// Seconds to wait before it is shown: what has ended by then is never shown.
    public var grace: Double?
    /// The least seconds that it is shown for, so that nothing flashes.
    public var minimum: Double?
    /// Seconds after which it hides by itself; 0 for never. Where it is nil, what only tells of something leaves when it has
    /// been read: after 0.06 seconds a character and one more, at least two.
    public var duration: Double?
    /// Where its button Cancel sends a form (POST); without one there is no button.
    public var cancel: SitePath?
    /// Only pages at this path show it; nil for all.
    public var path: SitePath?

    public init(id: String = "hud", kind: Kind = .activity, text: String? = nil) {
        self.id = id
        self.kind = kind
        self.text = text
    }
}

extension HudContent {
    /// Something is under way; nobody knows how long.
    public static func activity(_ text: String? = nil) -> HudContent { HudContent(kind: .activity, text: text) }

    /// Something is under way, of which `value`, from 0 to 1, is done.
    public static func progress(_ value: Double?, _ text: String? = nil) -> HudContent {
        var content = HudContent(kind: .progress, text: text)
        content.value = value
        return content
    }

    public static func success(_ text: String) -> HudContent { HudContent(kind: .success, text: text) }

    public static func failure(_ text: String) -> HudContent { HudContent(kind: .failure, text: text) }

    public static func info(_ text: String) -> HudContent { HudContent(kind: .info, text: text) }

    /// What stands in the `<template>` of the page with the id `template`.
    /// - Parameter text: what it says, for those who do not see it.
    public static func custom(template: String, text: String? = nil) -> HudContent {
        var content = HudContent(kind: .custom, text: text)
        content.html = template
        return content
    }
}
