import ArgumentParser
import PorticoAuth
import PorticoServer

/// The commands for the rules of protected applications.
struct Rules: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Try the rules of protected applications.", subcommands: [Check.self])
}

extension Rules {
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show whether a request is allowed, and the rule that decides.",
            discussion: """
                Uses protected.rules of the configuration. The exit status is 0 if the request is allowed, else 1.

                Example: \(Program.name) rules check https://app.example/reports/7 --user ada --config portico.json
                """)

        @Argument(help: "The address that a browser asks for.")
        var url: String
        @Option(help: "The account that is signed in; without it, nobody is.")
        var user: String?
        @Option(help: "The method of the request.")
        var method = "GET"
        @Flag(help: "As if the password had been entered a moment ago.")
        var proven = false
        @Flag(help: "As if the password and a second factor had been entered a moment ago.")
        var secondFactor = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let protection = try await folder.options().protection
            guard let address = ProtectedAddress(url) else {
                throw CommandFailure(
                    "\(url) is no address that proxies pass on: give it whole, such as https://app.example/admin"
                )
            }
            let account: Account? =
                if let user { try await folder.accounts().directory.account(named: user) } else { nil }
            let proof: ProofLevel = secondFactor ? .secondFactor : proven ? .password : .nothing
            let decision = protection.decision(on: address, method: method, by: account, proof: proof)
            let value = RuleDecisionValue(decision, in: protection)
            try output.print(value, value.text)
            if decision.verdict != .allowed { throw ExitCode.failure }
        }
    }
}

/// The output of `rules check`.
private struct RuleDecisionValue: Encodable {
    let allowed: Bool
    /// `allowed`, `sign-in`, `proof`, `second-factor` or `denied`.
    let verdict: String
    let reason: String
    /// The number of the rule, from 1; nil if no rule matches.
    let number: Int?
    let rule: String?

    init(_ decision: ProtectionRules.Decision, in protection: ProtectionRules) {
        allowed = decision.verdict == .allowed
        number = decision.rule.map { $0 + 1 }
        rule = decision.rule.map { protection.rules[$0].description }
        (verdict, reason) =
            switch decision.verdict {
            case .allowed: ("allowed", "the request passes")
            case .needsSignIn: ("sign-in", "the login cover comes first")
            case .needsProof(.secondFactor): ("second-factor", "a second factor is asked for first")
            case .needsProof: ("proof", "the password is asked for first")
            case .denied(let reason): ("denied", reason.sentence)
            }
    }

    var text: String {
        let place = number.map { "rule \($0): \(rule ?? "")" } ?? "no rule"
        return "\(verdict): \(reason) (\(place))"
    }
}
