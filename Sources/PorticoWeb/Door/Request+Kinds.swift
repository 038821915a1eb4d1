import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

extension Request {
    /// Whether script made the request, so that the response is for script, not a page to display.
    var isFromScript: Bool {
        if headers[.porticoRequest] != nil { return true }
        return headers[.secFetchMode].map { $0 != "navigate" } ?? false
    }

    /// Whether the response may include the notices waiting for the page, because a person is about to see the whole
    /// page.
    var takesNotices: Bool {
        guard method == .get, !wantsLayer, headers[.secPurpose]?.contains("prefetch") != true else { return false }
        return !isFromScript || headers[.porticoNotices] == "take"
    }

    /// The page that sent the request, with its query; nil if the client does not say.
    var requestingPage: SitePath? {
        guard let address = headers[.referer], let scheme = address.firstRange(of: "://") else { return nil }
        return SitePath(untrusted: String(address[scheme.upperBound...].drop { $0 != "/" }))
    }

    /// Whether a page of the same site wants the way to a protected application in a frame, with the cover on it.
    var isFramed: Bool {
        headers[.secFetchDest] == "iframe" && ["same-origin", "same-site"].contains(headers[.secFetchSite])
            && uri.path == SitePath.startProtected.path
    }

    /// Whether the client accepts JSON and not HTML.
    var prefersJSON: Bool {
        guard let accept = headers[.accept] else { return false }
        return accept.contains("json") && !accept.contains("text/html")
    }
}

extension SitePath {
    /// The path alone, by which open pages select events.
    var withoutQuery: SitePath { description.contains("?") ? SitePath(untrusted: path) ?? self : self }
}
