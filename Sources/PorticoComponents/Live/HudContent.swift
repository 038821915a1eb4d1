import PorticoConfig
import PorticoHTML

/// One content of the HUD, shown over the whole window.
///
/// The HUD shows several contents at once, each with its own id. Showing an id again replaces its content. Values that
/// are nil take the default of the page's ``HudStyle``.
///
/// Server and script share one JSON form, version 1: the names below, plus `version`; nil is omitted. Unknown names are
/// ignored; a newer version is an error.
///
/// ```json
/// {"id":"export","kind":"progress","text":"Exporting…","value":0.4,"version":1}
/// ```
public struct HudContent: Hashable, Sendable, Identifiable {
    /// Identifies the content; the HUD shows one content per id.
    public var id: String
    public var kind: Kind
    /// The visible text; announced by screen readers.
    public var text: LocalizedText?
    /// The progress from 0 to 1; nil if unknown. Progress only.
    public var value: Double?
    /// The id of the page's `<template>` element with the content. Custom content only.
    public var html: String?
    public var animation: Animation?
    public var transition: Transition?
    public var alignment: Alignment?
    /// The edges at which the content ignores the safe area (a notch, a home indicator).
    public var ignoresSafeAreaEdges: [Edge]?
    /// The colour behind the content while it is the topmost one.
    public var background: HudColor?
    /// Whether a click outside of it, or Escape, hides it.
    public var interactiveHide: Bool?
    /// Seconds before it is shown. A content that ends earlier is never shown.
    public var grace: Double?
    /// Minimum time for which it is shown, in seconds, to avoid flashing.
    public var minimum: Double?
    /// Seconds after which it hides; 0 for never. If nil, success and info hide after 0.06 seconds per character plus 1,
    /// at least 2.
    public var duration: Double?
    /// The path to which the Cancel button posts; nil for no button.
    public var cancel: SitePath?
    /// The path of the pages that show it; nil for all.
    public var path: SitePath?

    /// - Parameter id: nil for a unique id, so that it replaces no other content.
    public init(
        id: String? = nil, kind: Kind = .activity, text: (some LocalizedTextConvertible)? = LocalizedText?.none
    ) {
        self.id = id ?? Self.newID()
        self.kind = kind
        self.text = text?.localizedText
    }
}

extension HudContent {
    /// A unique id.
    static func newID() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Work in progress, of unknown length.
    public static func activity(
        _ text: (some LocalizedTextConvertible)? = LocalizedText?.none, id: String? = nil
    ) -> HudContent {
        HudContent(id: id, kind: .activity, text: text)
    }

    /// Work in progress; `value` is the progress from 0 to 1, nil if unknown. Reports on the same work need the same
    /// id.
    public static func progress(
        _ value: Double?, _ text: (some LocalizedTextConvertible)? = LocalizedText?.none, id: String? = nil
    ) -> HudContent {
        var content = HudContent(id: id, kind: .progress, text: text)
        content.value = value
        return content
    }

    /// A success message.
    public static func success(_ text: some LocalizedTextConvertible, id: String? = nil) -> HudContent {
        HudContent(id: id, kind: .success, text: text)
    }

    /// A failure message, announced at once. It stays until the person closes it, so its text says what to do next.
    public static func failure(_ text: some LocalizedTextConvertible, id: String? = nil) -> HudContent {
        HudContent(id: id, kind: .failure, text: text)
    }

    /// An information message.
    public static func info(_ text: some LocalizedTextConvertible, id: String? = nil) -> HudContent {
        HudContent(id: id, kind: .info, text: text)
    }

    /// The content of the page's `<template>` element with the id `template`.
    /// - Parameter text: the text for screen readers.
    public static func custom(
        template: String, text: (some LocalizedTextConvertible)? = LocalizedText?.none, id: String? = nil
    ) -> HudContent {
        var content = HudContent(id: id, kind: .custom, text: text)
        content.html = template
        return content
    }
}
