import PorticoConfig
import PorticoHTML

extension HudContent: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, text, textEntry, value, html, animation, transition, alignment, ignoresSafeAreaEdges, background
        case interactiveHide, grace, minimum, duration, cancel, path
    }

    /// Throws a `DecodingError` for a newer version, and for an unknown enum value.
    public init(from decoder: any Decoder) throws {
        try CompactJSON.check(decoder)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decodeIfPresent(String.self, forKey: .id) ?? Self.newID()
        html = try fields.decodeIfPresent(String.self, forKey: .html)
        kind = try fields.decodeIfPresent(Kind.self, forKey: .kind) ?? (html == nil ? .activity : .custom)
        text =
            try fields.decodeIfPresent(String.self, forKey: .text) == nil
            ? nil : fields.text(forKey: .text, entry: .textEntry)
        value = try fields.decodeIfPresent(Double.self, forKey: .value)
        animation = try fields.decodeIfPresent(Animation.self, forKey: .animation)
        transition = try fields.decodeIfPresent(Transition.self, forKey: .transition)
        alignment = try fields.decodeIfPresent(Alignment.self, forKey: .alignment)
        ignoresSafeAreaEdges = try fields.decodeIfPresent([Edge].self, forKey: .ignoresSafeAreaEdges)
        background = try fields.decodeIfPresent(HudColor.self, forKey: .background)
        interactiveHide = try fields.decodeIfPresent(Bool.self, forKey: .interactiveHide)
        grace = try fields.decodeIfPresent(Double.self, forKey: .grace)
        minimum = try fields.decodeIfPresent(Double.self, forKey: .minimum)
        duration = try fields.decodeIfPresent(Double.self, forKey: .duration)
        cancel = try fields.decodeIfPresent(SitePath.self, forKey: .cancel)
        path = try fields.decodeIfPresent(SitePath.self, forKey: .path)
    }

    public func encode(to encoder: any Encoder) throws {
        try CompactJSON.mark(encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(kind, forKey: .kind)
        if let text { try fields.encode(text, forKey: .text, entry: .textEntry, for: encoder) }
        try fields.encodeIfPresent(value?.written, forKey: .value)
        try fields.encodeIfPresent(html, forKey: .html)
        try fields.encodeIfPresent(animation, forKey: .animation)
        try fields.encodeIfPresent(transition, forKey: .transition)
        try fields.encodeIfPresent(alignment, forKey: .alignment)
        try fields.encodeIfPresent(ignoresSafeAreaEdges, forKey: .ignoresSafeAreaEdges)
        try fields.encodeIfPresent(background, forKey: .background)
        try fields.encodeIfPresent(interactiveHide, forKey: .interactiveHide)
        try fields.encodeIfPresent(grace?.written, forKey: .grace)
        try fields.encodeIfPresent(minimum?.written, forKey: .minimum)
        try fields.encodeIfPresent(duration?.written, forKey: .duration)
        try fields.encodeIfPresent(cancel, forKey: .cancel)
        try fields.encodeIfPresent(path, forKey: .path)
    }
}
