extension HudContent {
    /// What it tells of, which decides its icon and how it is announced: a failure at once, the others in their turn.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case activity, progress, success, failure, info, custom
    }

    /// How its coming and going runs in time.
    public struct Animation: Codable, Hashable, Sendable {
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
        public enum Curve: String, Codable, Sendable, CaseIterable {
            case linear, ease, easeIn, easeOut, easeInOut
        }
    }

    /// The nine places of the window, in the direction of reading.
    public enum Alignment: String, Codable, Sendable, CaseIterable {
        case topLeading, top, topTrailing
        case leading, center, trailing
        case bottomLeading, bottom, bottomTrailing
    }

    /// An edge of the window, in the direction of reading.
    public enum Edge: String, Codable, Sendable, CaseIterable {
        case top, leading, bottom, trailing
    }
}

extension HudContent {
    /// What changes while it comes and goes; nothing, where it is there at once.
    public struct Transition: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// It fades.
        public static let opacity = Transition(rawValue: 1)
        /// It grows and shrinks a little.
        public static let scale = Transition(rawValue: 2)

        /// It comes from an edge of the window and leaves to it.
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

/// Written as a list of names: `["opacity","scale","moveBottom"]`.
extension HudContent.Transition: Codable {
    private static let names: [(String, Self)] = [
        ("opacity", .opacity), ("scale", .scale), ("moveTop", .move(.top)), ("moveLeading", .move(.leading)),
        ("moveBottom", .move(.bottom)), ("moveTrailing", .move(.trailing)),
    ]

    /// The part with this name; nil when there is none.
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
