import PorticoAuth
import PorticoBytes
import PorticoConfig

/// DingTalk. It reads and writes JSON, and its tokens have a header of their own.
struct DingTalkProvider: ServiceProvider {
    let options: ServiceOptions
    let calls: JSONCalls

    func address(of login: ProviderLogin) async throws(GatewayError) -> String {
        PercentEncoding.address(
            "\(options.pages)/oauth2/auth",
            adding: [
                ("client_id", options.clientID), ("redirect_uri", login.returnAddress), ("response_type", "code"),
                ("scope", "openid"), ("state", login.state), ("prompt", "consent"),
            ])
    }

    func person(of login: ProviderLogin, _ answer: ProviderAnswer) async throws(GatewayError) -> ProviderPerson {
        try await calls.ask {
            let question = Question(clientId: options.clientID, clientSecret: options.clientSecret, code: answer.code)
            let tokens = try await calls.send(
                "\(options.calls)/v1.0/oauth2/userAccessToken", body: try .json(question), limit: Self.limit)
            let token = try decoded(Tokens.self, from: tokens.body).accessToken
            let told = try await calls.send(
                "\(options.calls)/v1.0/contact/users/me", headers: ["x-acs-dingtalk-access-token: \(token)"],
                limit: Self.limit)
            let person = try decoded(Person.self, from: told.body)
            guard (1...255).contains(person.unionId.utf8.count) else { throw GatewayAnswerProblem.invalid("unionId") }
            // DingTalk does not say that an address is verified, so it could be somebody else's.
            return ProviderPerson(
                subject: person.unionId, userNames: [UserName(person.unionId)].compactMap { $0 },
                name: ProviderPerson.name(person.nick))
        }
    }

    private struct Question: Encodable {
        let clientId: String
        let clientSecret: String
        let code: String
        let grantType = "authorization_code"
    }

    private struct Tokens: Decodable {
        let accessToken: String
    }

    private struct Person: Decodable {
        let unionId: String
        let nick: String?
    }
}
