import HTTPTypes
import Hummingbird

extension Request {
    /// Whether script made this request, so that it needs an answer for a program, not a page to show.
    var isFromScript: Bool {
        if headers[.porticoRequest] != nil { return true }
        return headers[.secFetchMode].map { $0 != "navigate" } ?? false
    }

    /// Whether the client wants JSON and no HTML.
    var prefersJSON: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.contains("json") && !accept.contains("text/html")
    }
}
