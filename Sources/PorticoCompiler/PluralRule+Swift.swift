extension PluralRule {
    /// The Swift conditions for each plural form, in order, on the magnitude `n`; other numbers use ``rest``.
    func conditions(on n: String) -> [(category: String, condition: String)] {
        let endsInOne = "\(n) % 10 == 1 && \(n) % 100 != 11"
        let endsInTwoToFour = "(2...4).contains(\(n) % 10) && !(12...14).contains(\(n) % 100)"
        let isMillions = "\(n) != 0 && \(n) % 1_000_000 == 0"
        return switch self {
        case .invariable: []
        case .oneAlone: [("one", "\(n) == 1")]
        case .oneAloneAndMillions: [("one", "\(n) == 1"), ("many", isMillions)]
        case .zeroAndOne: [("one", "\(n) < 2")]
        case .zeroAndOneAndMillions: [("one", "\(n) < 2"), ("many", isMillions)]
        case .eastSlavic: [("one", endsInOne), ("few", endsInTwoToFour)]
        case .polish: [("one", "\(n) == 1"), ("few", endsInTwoToFour)]
        case .czech: [("one", "\(n) == 1"), ("few", "(2...4).contains(\(n))")]
        case .southSlavic: [("one", endsInOne), ("few", endsInTwoToFour)]
        case .slovenian:
            [("one", "\(n) % 100 == 1"), ("two", "\(n) % 100 == 2"), ("few", "(3...4).contains(\(n) % 100)")]
        }
    }

    /// The form for numbers that match no condition.
    var rest: String {
        switch self {
        case .eastSlavic, .polish: "many"
        default: "other"
        }
    }
}
