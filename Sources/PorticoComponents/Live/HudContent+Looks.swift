import PorticoConfig

extension HudContent {
    /// The kind of message, which determines the icon and the announcement: assertive for a failure, polite for the
    /// others.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case activity, progress, success, failure, info, custom
    }

    /// The timing of showing and hiding.
    public struct Animation: Codable, Hashable, Sendable {
        /// The easing function.
        public var curve: Curve
        /// In seconds.
        public var duration: Double

        public init(curve: Curve = .linear, duration: Double = 0.1) {
            self.curve = curve
            self.duration = duration
        }

        public func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(curve, forKey: .curve)
            try fields.encode(duration.written, forKey: .duration)
        }

        private enum CodingKeys: CodingKey {
            case curve, duration
        }

        /// The easing functions of CSS.
        public typealias Curve = HudDefaults.Curve
    }

    /// The nine positions in the window, relative to the reading direction.
    public typealias Alignment = HudDefaults.Alignment

    /// An edge of the window, relative to the reading direction.
    public typealias Edge = HudDefaults.Edge
}

extension HudContent {
    /// The effects of showing and hiding; empty for no animation.
    public struct Transition: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Fades.
        public static let opacity = Transition(rawValue: 1)
        /// Scales slightly.
        public static let scale = Transition(rawValue: 2)

        /// Moves in from an edge of the window, and out to it.
        public static func move(_ edge: Edge) -> Transition {
            switch edge {
            case .top: Transition(rawValue: 4)
            case .leading: Transition(rawValue: 8)
            case .bottom: Transition(rawValue: 16)
            case .trailing: Transition(rawValue: 32)
            }
        }
    }
}

/// Encoded as a list of names: `["opacity","scale","moveBottom"]`.
extension HudContent.Transition: Codable {
    private static let names: [(String, Self)] = [
        ("opacity", .opacity), ("scale", .scale), ("moveTop", .move(.top)), ("moveLeading", .move(.leading)),
        ("moveBottom", .move(.bottom)), ("moveTrailing", .move(.trailing)),
    ]

    /// The effect with this name; nil if there is none.
    public init?(name: String) {
        guard let part = Self.names.first(where: { $0.0 == name }) else { return nil }
        self = part.1
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = try container.decode([String].self).reduce(into: []) { all, name in
            guard let part = Self(name: name) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such transition: \(name)")
            }
            all.formUnion(part)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.names.filter { contains($0.1) }.map(\.0))
    }
}
