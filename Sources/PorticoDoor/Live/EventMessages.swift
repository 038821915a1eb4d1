import Foundation
import PorticoHTML
import PorticoViews

/// The event `hud`, with exactly one of the first three properties; `path` limits hiding to pages at that path.
struct HudMessage: Codable {
    var show: HudContent?
    /// The id of a content.
    var hide: String?
    var hideAll: Bool?
    var path: SitePath?
}

/// The event `toast`, for all pages or for those at a path.
struct ToastMessage {
    let toast: Toast
    var path: SitePath?
}

extension ToastMessage: Codable {
    private enum CodingKeys: CodingKey {
        case path
    }

    init(from decoder: any Decoder) throws {
        toast = try Toast(from: decoder)
        path = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(SitePath.self, forKey: .path)
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

extension RelayedEvent {
    /// The data of the event for each language, as JSON; one form if it is the same in all.
    func json(in languages: [String]) -> [String: String] {
        // Quotation marks within a text are escaped, so this is a name in the JSON.
        guard json.utf8.firstRange(of: "\"catalogue\":".utf8) != nil else { return [languages[0]: json] }
        return Dictionary(uniqueKeysWithValues: languages.map { ($0, json(in: $0)) })
    }

    /// Data that this version cannot read is a newer version's: it stays as it is.
    private func json(in language: String) -> String {
        let data = Data(json.utf8)
        return switch name {
        case "toast":
            (try? JSONDecoder().decode(ToastMessage.self, from: data)).map { CompactJSON.text($0, in: language) }
                ?? json
        case "hud":
            (try? JSONDecoder().decode(HudMessage.self, from: data)).map { CompactJSON.text($0, in: language) } ?? json
        default: json
        }
    }
}
