import Foundation
import PorticoBrand
import PorticoBytes
import PorticoConfig

extension OptionDefinition {
    /// The options of the brand, except its name and those of mails.
    static let look: [OptionDefinition] = [
        OptionDefinition(
            BrandField.mark.rawValue, rule: "path of an SVG or PNG file, 64 KB at most; or its `data:` URL",
            "The mark on splash, cover and icons; [an SVG is cleaned](brand.md#the-mark).",
            set: { options, text in
                if text.isEmpty || text.begins(with: "data:") {
                    try apply(.mark, text, &options)
                } else {
                    options.brand.mark = try mark(at: text, for: BrandField.mark.rawValue)
                }
                options.brandMark = text.isEmpty ? nil : text
            }, text: { $0.brandMark.map(shownMark) }
        ).live,
        brand(
            .coverColor, rule: "`#RRGGBB`",
            "The colour of splash and cover. The colours of text and controls on it are computed."),
        brand(
            .coverColorDark, rule: "`#RRGGBB`",
            "The colour of splash and cover in dark appearance; by default the same colour."),
        brand(
            .accentColor, rule: "`#RRGGBB`, readable on light pages", "The colour of links, toggles and buttons."),
        brand(
            .accentColorDark, rule: "`#RRGGBB`, readable on dark pages",
            "The colour of links, toggles and buttons in dark appearance; by default the readable colour nearest to `brand.accentColor`."
        ),
        brand(.sentence, rule: "200 characters at most on one line", "A sentence under the title of the cover."),
        brand(.helpLink, rule: address, "The address of the help page. The cover and the menu link to it."),
        brand(.privacyLink, rule: address, "The address of the privacy policy."),
        brand(.termsLink, rule: address, "The address of the terms of use."),
        brand(.imprintLink, rule: address, "The address of the imprint."),
    ]

    private static let address = "an `https`, `http` or `mailto` address"

    /// An option that is a part of the brand.
    static func brand(_ field: BrandField, rule: String, _ sentence: String) -> OptionDefinition {
        OptionDefinition(field.rawValue, rule: rule, sentence) { options, text in
            try apply(field, text, &options)
        } text: {
            let text = field.text(of: $0.brandInForce)
            return text.isEmpty ? nil : text
        }.live
    }

    /// The options of a server for the parts of the brand that it has of its own.
    static func brand(of server: ServerID) -> [OptionDefinition] {
        all.compactMap { shared in
            BrandField(rawValue: shared.key).map { field in
                OptionDefinition(
                    field.key(of: server), rule: shared.rule, "The same for people of this server.", set: { _, _ in },
                    text: { options in
                        let text = options.serverBrands[server]?.text(field)
                        return field == .mark ? text.map(shownMark) : text
                    }
                ).live
            }
        }
    }

    /// Sets a part of a server's brand.
    static func set(_ field: BrandField, _ text: String, key: String, in parts: inout BrandParts) throws {
        if field == .mark, !text.isEmpty, !text.begins(with: "data:") { return parts.set(try mark(at: text, for: key)) }
        do {
            try parts.set(field, text)
        } catch {
            throw StartFailure("\(key) \(error.sentence)")
        }
    }

    private static func apply(_ field: BrandField, _ text: String, _ options: inout ServerOptions) throws {
        do {
            try field.set(text, in: &options.brand)
        } catch {
            throw StartFailure("\(field.rawValue) \(error.sentence)")
        }
    }

    /// Reads one byte more than is allowed at most.
    private static func mark(at path: String, for key: String) throws -> BrandMark {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: BrandMark.limit + 1)
        else { throw StartFailure("\(key) must be a file that can be read, not \"\(path)\"") }
        do {
            return try BrandMark(Array(data))
        } catch {
            throw StartFailure("\(key) \(BrandProblem.mark(error).sentence)")
        }
    }

    /// A path, or the beginning of a `data:` URL.
    private static func shownMark(_ text: String) -> String {
        text.begins(with: "data:") ? "\(text.before(",")),…" : text
    }
}

extension BrandField {
    /// The key of the option of a server.
    func key(of server: ServerID) -> String { "servers.\(server).\(rawValue)" }

    /// The part that an option of a server sets; nil for other keys.
    init?(ofServer key: String) {
        let words = key.fields(separatedBy: ".", maxSplits: 2).map(String.init)
        guard words.count == 3, words[0] == "servers", ServerID(words[1]) != nil else { return nil }
        self.init(rawValue: words[2])
    }
}

extension BrandProblem {
    /// The rule, after the key.
    var sentence: String {
        switch self {
        case .text(let most, 1): "must be a text on one line, of \(most) characters at most"
        case .text(let most, let lines): "must be a text of \(most) characters on \(lines) lines at most"
        case .tooManyLines(let most): "must be a text of \(most) lines at most"
        case .hiddenCharacter: "must have no control characters and no marks that change the direction of text"
        case .notAColor: "must be a colour such as #0a5bd6"
        case .unreadable(let nearest, let scheme):
            "must have a contrast of 4.5 on \(scheme) pages; the nearest colour that has is \(nearest)"
        case .notAnAddress: "must be an address such as https://example.com/help"
        case .mark(.tooLarge): "must have 64 KB at most"
        case .mark(.unknownFormat): "must be an SVG or PNG file"
        case .mark(.malformed):
            "must be well-formed XML in UTF-8 without entities and processing instructions"
        case .mark(.notADrawing): "must be an svg element with a viewBox, or with width and height"
        case .mark(.empty): "must draw something: only paths and shapes are kept"
        case .mark(.unreadable): "must be a PNG that can be decoded, of 4096 pixels a side at most"
        }
    }
}
