import PorticoAuth
import PorticoBytes
import PorticoConfig

/// GitHub. Errors of its token call have the status 200.
struct GitHubProvider: ServiceProvider {
    let options: ServiceOptions
    let calls: JSONCalls

    func address(of login: ProviderLogin) async throws(GatewayError) -> String {
        PercentEncoding.address(
            "\(options.pages)/login/oauth/authorize",
            adding: [
                ("client_id", options.clientID), ("redirect_uri", login.returnAddress), ("scope", "user:email"),
                ("state", login.state), ("code_challenge", login.challenge), ("code_challenge_method", "S256"),
            ])
    }

    func person(of login: ProviderLogin, _ answer: ProviderAnswer) async throws(GatewayError) -> ProviderPerson {
        try await calls.ask {
            let token = try await token(of: login, answer)
            let person = try await told(Person.self, "user", token)
            guard person.id > 0 else { throw GatewayAnswerProblem.invalid("id") }
            let email = try await told([Email].self, "user/emails", token).first { $0.primary && $0.verified }?.email
            return ProviderPerson(
                subject: "\(person.id)",
                userNames: [person.login, email, "\(person.id)"].compactMap { $0.flatMap(UserName.init) },
                name: ProviderPerson.name(person.name), email: email.flatMap(EmailAddress.init))
        }
    }

    private func token(of login: ProviderLogin, _ answer: ProviderAnswer) async throws -> String {
        let form = [
            ("client_id", options.clientID), ("client_secret", options.clientSecret), ("code", answer.code),
            ("redirect_uri", login.returnAddress), ("code_verifier", login.verifier),
        ]
        let answer = try await calls.send(
            "\(options.pages)/login/oauth/access_token", headers: Self.headers, body: .form(form), limit: Self.limit)
        let tokens = try decoded(Tokens.self, from: answer.body)
        if let error = tokens.error { throw calls.refusal(error) }
        guard let token = tokens.token else { throw GatewayAnswerProblem.missing("access_token") }
        return token
    }

    private func told<Answer: Decodable>(_ type: Answer.Type, _ path: String, _ token: String) async throws -> Answer {
        let answer = try await calls.send(
            "\(options.calls)/\(path)", authorization: "Bearer \(token)", headers: Self.headers, limit: Self.limit)
        return try decoded(type, from: answer.body)
    }

    /// GitHub refuses requests without a name of the program.
    private static let headers = ["User-Agent: Portico"]

    private struct Tokens: Decodable {
        let token: String?
        let error: String?

        enum CodingKeys: String, CodingKey {
            case token = "access_token"
            case error
        }
    }

    private struct Person: Decodable {
        let id: Int64
        let login: String
        let name: String?
    }

    private struct Email: Decodable {
        let email: String
        let primary: Bool
        let verified: Bool
    }
}
