import PorticoConfig

/// The defaults of ``HudContent`` for an installation.
public struct HudStyle: Hashable, Sendable {
    /// Black at 50 %.
    public var background = HudColor.black.opacity(0.5)
    public var interactiveHide = false
    /// Linear, 0.1 seconds.
    public var animation = HudContent.Animation()
    public var transition: HudContent.Transition = [.opacity, .scale]
    public var alignment = HudContent.Alignment.center
    public var ignoresSafeAreaEdges: [HudContent.Edge] = []
    /// In seconds.
    public var grace = 0.0
    /// In seconds.
    public var minimum = 0.0

    public init() {}
}

/// The JSON form contains only the differences from `HudStyle()`.
extension HudStyle: Codable {
    private enum CodingKeys: String, CodingKey {
        case background, interactiveHide, animation, transition, alignment, ignoresSafeAreaEdges, grace, minimum
    }

    public init(from decoder: any Decoder) throws {
        try CompactJSON.check(decoder)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
            value = try fields.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        self.init()
        try read(.background, &background)
        try read(.interactiveHide, &interactiveHide)
        try read(.animation, &animation)
        try read(.transition, &transition)
        try read(.alignment, &alignment)
        try read(.ignoresSafeAreaEdges, &ignoresSafeAreaEdges)
        try read(.grace, &grace)
        try read(.minimum, &minimum)
    }

    public func encode(to encoder: any Encoder) throws {
        try CompactJSON.mark(encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        let usual = HudStyle()
        func write<Value: Encodable & Equatable>(_ key: CodingKeys, _ value: KeyPath<HudStyle, Value>) throws {
            guard self[keyPath: value] != usual[keyPath: value] else { return }
            try fields.encode(self[keyPath: value], forKey: key)
        }
        try write(.background, \.background)
        try write(.interactiveHide, \.interactiveHide)
        try write(.animation, \.animation)
        try write(.transition, \.transition)
        try write(.alignment, \.alignment)
        try write(.ignoresSafeAreaEdges, \.ignoresSafeAreaEdges)
        try write(.grace, \.grace.written)
        try write(.minimum, \.minimum.written)
    }
}
