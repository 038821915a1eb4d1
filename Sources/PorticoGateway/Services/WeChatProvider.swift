import PorticoAuth
import PorticoBytes
import PorticoConfig

/// WeChat's login for websites. It takes secrets in addresses. Its answers are JSON of the type of plain text, and errors
/// have the status 200.
struct WeChatProvider: ServiceProvider {
    let options: ServiceOptions
    let calls: JSONCalls

    func address(of login: ProviderLogin) async throws(GatewayError) -> String {
        PercentEncoding.address(
            "\(options.pages)/connect/qrconnect",
            adding: [
                ("appid", options.clientID), ("redirect_uri", login.returnAddress), ("response_type", "code"),
                ("scope", "snsapi_login"), ("state", login.state),
            ]) + "#wechat_redirect"
    }

    func person(of login: ProviderLogin, _ answer: ProviderAnswer) async throws(GatewayError) -> ProviderPerson {
        try await calls.ask {
            let tokens = try await told(
                Tokens.self, "oauth2/access_token",
                [
                    ("appid", options.clientID), ("secret", options.clientSecret), ("code", answer.code),
                    ("grant_type", "authorization_code"),
                ])
            let person = try await told(
                Person.self, "userinfo", [("access_token", tokens.token), ("openid", tokens.openID)])
            guard person.openID.isSameBytes(as: tokens.openID) else { throw GatewayAnswerProblem.invalid("openid") }
            let subject = person.unionID ?? person.openID
            guard (1...255).contains(subject.utf8.count) else { throw GatewayAnswerProblem.invalid("unionid") }
            return ProviderPerson(
                subject: subject, userNames: [UserName(subject)].compactMap { $0 },
                name: ProviderPerson.name(person.nickname))
        }
    }

    private func told<Answer: Decodable>(
        _ type: Answer.Type, _ path: String, _ fields: [(String, String)]
    ) async throws -> Answer {
        let answer = try await calls.send(
            PercentEncoding.address("\(options.calls)/sns/\(path)", adding: fields), limit: Self.limit,
            types: ["text/plain", "application/json"])
        if let error = try decoded(Failure.self, from: answer.body).code, error != 0 {
            throw calls.refusal("\(error)")
        }
        return try decoded(type, from: answer.body)
    }

    private struct Failure: Decodable {
        let code: Int?

        enum CodingKeys: String, CodingKey { case code = "errcode" }
    }

    private struct Tokens: Decodable {
        let token: String
        let openID: String

        enum CodingKeys: String, CodingKey {
            case token = "access_token"
            case openID = "openid"
        }
    }

    private struct Person: Decodable {
        let openID: String
        /// The same in all applications of an owner, if the application belongs to one.
        let unionID: String?
        let nickname: String?

        enum CodingKeys: String, CodingKey {
            case openID = "openid"
            case unionID = "unionid"
            case nickname
        }
    }
}
