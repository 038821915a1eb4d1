import HTTPTypes
import PorticoBytes

/// The operations of the API.
enum Call: String, CaseIterable, Codable {
    case login, me, workplaces, logout

    init?(path: String) {
        self.init(rawValue: String(path.trimmed { $0 == UInt8(ascii: "/") }))
    }

    var method: HTTPRequest.Method {
        switch self {
        case .login, .logout: .post
        case .me, .workplaces: .get
        }
    }
}
