/// The valid range of a number.
struct OptionRange: Sendable {
    let numbers: ClosedRange<Double>
    let kind: Kind

    /// The type of number, in words.
    enum Kind: String {
        case count = "a whole number"
        case port = "a port"
        case seconds = "a number of seconds"
    }

    /// The end of a sentence, such as "a whole number from 1 to 100".
    var description: String {
        "\(kind.rawValue) from \(Self.text(numbers.lowerBound)) to \(Self.text(numbers.upperBound))"
    }

    static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }

    /// The range as text for the reference.
    var rule: String {
        let ends = "\(Self.text(numbers.lowerBound)) to \(Self.text(numbers.upperBound))"
        return kind == .seconds ? "seconds, \(ends)" : ends
    }
}

extension OptionRange {
    /// The number in `text`; nil if it is invalid or out of range.
    func value(_ text: String) -> Double? {
        guard let number = Double(text), numbers.contains(number) else { return nil }
        return kind != .seconds && Int(text) == nil ? nil : number
    }
}
