import PorticoHTML
import PorticoViews

/// The event `hud`, with exactly one of the first three properties; `path` limits hiding to pages at that path.
struct HudMessage: Encodable {
    var show: HudContent?
    /// The id of a content.
    var hide: String?
    var hideAll: Bool?
    var path: SitePath?
}

/// The event `toast`, for all pages or for those at a path.
struct ToastMessage: Encodable {
    let toast: Toast
    var path: SitePath?

    private enum CodingKeys: CodingKey {
        case path
    }

    func encode(to encoder: any Encoder) throws {
        try toast.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(path, forKey: .path)
    }
}

/// The event `download`: a file is ready for the page at a path.
struct DownloadMessage: Encodable {
    let href: SitePath
    let path: SitePath
}
