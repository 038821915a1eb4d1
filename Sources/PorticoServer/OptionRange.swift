/// What a number may be that comes from outside.
struct OptionRange: Sendable {
    let numbers: ClosedRange<Double>
    let kind: Kind

    /// What kind of number it is, in words.
    enum Kind: String {
        case count = "a whole number"
        case port = "a port"
        case seconds = "a number of seconds"
    }

    /// A sentence's end, such as "a whole number from 1 to 100".
    var description: String {
        "\(kind.rawValue) from \(Self.text(numbers.lowerBound)) to \(Self.text(numbers.upperBound))"
    }

    static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }

    /// The ranges of all options that are numbers, by key. The lowest values still leave time to sign in and to set others.
    static let all: [String: OptionRange] = [
        "http.port": OptionRange(numbers: 0...65_535, kind: .port),
        "http.connections": count(10...1_000_000),
        "splash.minimumDuration": seconds(0...10),
        "session.idle": seconds(60...tenYears),
        "session.absolute": seconds(60...tenYears),
        "session.automaticIdle": seconds(60...tenYears),
        "session.automaticAbsolute": seconds(60...tenYears),
        "session.proof": seconds(60...30 * day),
        "session.accounts": count(1...100),
        "accounts.linkLifetime": seconds(1...3600),
        "accounts.eventRetention": seconds(day...10 * tenYears),
        "limits.account": count(1...1_000_000),
        "limits.browser": count(1...1_000_000),
        "limits.network": count(1...1_000_000),
        "limits.mails": count(1...1_000_000),
        "limits.consecutive": count(1...1_000_000),
        "limits.window": seconds(60...365 * day),
        "mail.port": OptionRange(numbers: 1...65_535, kind: .port),
        "events.streamsPerAccount": count(1...1_000_000),
        "events.streams": count(1...1_000_000),
        "events.interval": seconds(1...3600),
        "gateway.timeout": seconds(0.001...300),
        // A launch takes no longer than 10 seconds.
        "gateway.launchTimeout": seconds(0...8),
        "gateway.workplacesInterval": seconds(0...365 * day),
        "cache.capacity": count(0...10_000_000),
    ]

    private static let day = 86_400.0
    private static let tenYears = 3650 * day

    private static func count(_ numbers: ClosedRange<Double>) -> OptionRange {
        OptionRange(numbers: numbers, kind: .count)
    }

    private static func seconds(_ numbers: ClosedRange<Double>) -> OptionRange {
        OptionRange(numbers: numbers, kind: .seconds)
    }
}

extension OptionRange {
    /// The value that a text gives; nil where it is none in the range.
    func value(_ text: String) -> Double? {
        guard let number = Double(text), numbers.contains(number) else { return nil }
        return kind != .seconds && Int(text) == nil ? nil : number
    }
}
