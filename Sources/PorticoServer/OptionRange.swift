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

    /// The same as the reference has it.
    var rule: String {
        let ends = "\(Self.text(numbers.lowerBound)) to \(Self.text(numbers.upperBound))"
        return kind == .seconds ? "seconds, \(ends)" : ends
    }
}

extension OptionRange {
    /// The value that a text gives; nil where it is none in the range.
    func value(_ text: String) -> Double? {
        guard let number = Double(text), numbers.contains(number) else { return nil }
        return kind != .seconds && Int(text) == nil ? nil : number
    }
}
