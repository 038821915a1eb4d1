import AsyncHTTPClient
import NIOHTTP1
import PorticoAuth

extension HTTPClientResponse {
    /// What the status says against the answer; nil where it says nothing.
    var failure: GatewayError? {
        switch status.code {
        case 200..<300: nil
        case 300..<400: .redirected
        case 401: .refused(.credentials)
        case 403: .refused(.forbidden)
        case 429: .refused(.tooMany(retryAfter: retryAfter))
        default: .failed(status: Int(status.code))
        }
    }

    var isJSON: Bool {
        let type = headers.first(name: "Content-Type")?.prefix { $0 != ";" }
        return type?.split(separator: " ").joined().lowercased() == "application/json"
    }

    /// Seconds to wait, a day at most; nil where there are none, or a date.
    private var retryAfter: Int? {
        guard let text = headers.first(name: "Retry-After"), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).map { min($0, 86_400) }
    }
}
