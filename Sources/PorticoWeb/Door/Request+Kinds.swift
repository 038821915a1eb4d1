import HTTPTypes
import Hummingbird
import PorticoHTML

extension Request {
    /// Whether script made this request, so that it needs an answer for a program, not a page to show.
    var isFromScript: Bool {
        if headers[.porticoRequest] != nil { return true }
        return headers[.secFetchMode].map { $0 != "navigate" } ?? false
    }

    /// Whether what waits for the page that is asked for may come with it: somebody is going to see the whole of it now.
    var takesNotices: Bool {
        guard method == .get, !wantsLayer, headers[.secPurpose]?.contains("prefetch") != true else { return false }
        return !isFromScript || headers[.porticoNotices] == "take"
    }

    /// The page that the request was made from, with its query, where the client says so.
    var asker: SitePath? {
        guard let address = headers[.referer], let scheme = address.firstRange(of: "://") else { return nil }
        return SitePath(untrusted: String(address[scheme.upperBound...].drop { $0 != "/" }))
    }

    /// Whether the client wants JSON and no HTML.
    var prefersJSON: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.contains("json") && !accept.contains("text/html")
    }
}

extension SitePath {
    /// The path alone, by which open pages know what is for them.
    var withoutQuery: SitePath { description.contains("?") ? SitePath(untrusted: path) ?? self : self }
}
