import HTTPTypes

/// The operations of the API.
enum Call: String, CaseIterable, Codable {
    case login, me, workplaces, logout

    init?(path: String) {
        self.init(rawValue: String(path.drop { $0 == "/" }))
    }

    var method: HTTPRequest.Method {
        switch self {
        case .login, .logout: .post
        case .me, .workplaces: .get
        }
    }
}
