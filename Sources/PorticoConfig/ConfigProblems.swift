/// Reports invalid stored values, each once.
struct ConfigProblems: Sendable {
    private struct Problem: Hashable {
        let account: AccountID
        let key: String
    }

    let report: @Sendable (AccountID, _ key: String) -> Void
    private let reported = BoundedCache<Problem, Bool>(capacity: 1000)

    init(report: @escaping @Sendable (AccountID, _ key: String) -> Void) {
        self.report = report
    }

    func note(_ values: PersonValues, of account: AccountID) {
        for key in values.invalidKeys {
            let problem = Problem(account: account, key: key)
            guard reported.value(for: problem) == nil else { continue }
            reported.store(true, for: problem, since: reported.ticket())
            report(account, key)
        }
    }
}
