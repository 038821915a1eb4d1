import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBrand
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The brands of the installation and of its servers, for administrators: edits, previews, and resets to the default.
struct BrandController: Sendable {
    let administration: Administration
    let settings: any InstallationSettings
    let publisher: BrandPublisher

    func editor(_ request: Request, _ context: SignedInContext) async throws -> BrandPage {
        let server = try server(of: context)
        let stored = try await settings.brand(of: server?.id)
        return page(of: server, stored, fields: FormInput(values: BrandField.texts(of: stored.brand)), context)
    }

    func change(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let server = try server(of: context)
        let form = try await context.form(BrandForm.self, in: request, upTo: BodyLimits.standard)
        let stored = try await settings.brand(of: server?.id)
        var input = FormInput(values: BrandField.texts(of: stored.brand))
        let brand = read(form, over: stored, &input)
        var page = page(
            of: server, StoredBrand(brand: brand, fixed: stored.fixed, version: form.seen ?? stored.version),
            fields: input, context)
        guard input.problems.isEmpty else {
            return try await pages.response(
                administration.section(page, request), to: request, context, status: .unprocessableContent)
        }
        if form.preview {
            return try await pages.response(administration.section(page, request), to: request, context)
        }
        do {
            return try await keep(brand, of: server?.id, version: form.seen, request, context)
        } catch ConfigError.changedMeanwhile {
            page.version = stored.version
            page.conflict = .changed(theirs: [:])
            return try await pages.response(
                administration.section(page, request), to: request, context, status: .conflict)
        }
    }

    /// The question before a brand is reset to the default.
    func question(_ request: Request, _ context: SignedInContext) throws -> QuestionPage {
        .resetBrand(account: context.account.id.description, server: try server(request.queryField("server")))
    }

    func reset(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(BrandResetForm.self)
        return try await keep(nil, of: try server(form.server ?? "")?.id, version: nil, request, context)
    }

    /// The server in the path; nil for the installation.
    private func server(of context: SignedInContext) throws -> Server? {
        try server(context.parameters.get("server") ?? "")
    }

    /// The server with this id; nil for an empty one, which stands for the installation.
    private func server(_ id: String) throws -> Server? {
        guard !id.isEmpty else { return nil }
        guard let server = servers.first(where: { $0.id.rawValue == id }) else { throw WebError(.notFound) }
        return server
    }

    /// The servers that can have a brand of their own.
    private var servers: [Server] {
        let all = administration.root.site.app.servers
        return all.count > 1 ? all : []
    }

    private func keep(
        _ brand: Brand?, of server: ServerID?, version: ConfigVersion?, _ request: Request, _ context: SignedInContext
    ) async throws -> Response {
        try await settings.keep(brand, of: server, version: version)
        administration.root.liveUI.live.changed("installation", for: .everyone)
        try await administration.auth.store.add(
            SecurityEvent(
                .settingChanged, account: nil, actor: context.account.id, client: context.identity.client,
                time: administration.auth.authenticator.time, detail: server.map { "brand of \($0)" } ?? "brand"))
        context.toast(.success(brand == nil ? .toastBrandReset : .toastBrandSaved))
        return .done(.brand(of: server?.rawValue), for: request)
    }

    /// The posted brand. A field with a problem keeps its stored value.
    private func read(_ form: BrandForm, over stored: StoredBrand, _ input: inout FormInput) -> Brand {
        var brand = stored.brand
        for field in BrandField.allCases where !stored.fixed.contains(field) {
            do throws(BrandProblem) {
                if field == .mark {
                    brand.mark = try form.mark()
                } else if let typed = form.texts[field]?.trimmingCharacters(in: .whitespacesAndNewlines) {
                    input.values[field.rawValue] = typed
                    try field.set(typed, in: &brand)
                }
            } catch {
                input.refuse(field.rawValue, error.sentence)
            }
        }
        input.values[BrandField.mark.rawValue] = BrandField.mark.text(of: brand)
        return brand
    }

    private func page(
        of server: Server?, _ stored: StoredBrand, fields: FormInput, _ context: SignedInContext
    ) -> BrandPage {
        let brand = stored.brand
        let paths = publisher.preview(of: brand)
        return BrandPage(
            account: context.account.id.description, version: stored.version, input: fields,
            fixed: Set(stored.fixed.map(\.rawValue)), usualColors: brand.usualColors,
            preview: BrandPreview(
                name: brand.name, sentence: brand.sentence, links: BrandLinks(brand),
                layout: administration.root.site.look(for: context.reader).assets.brandPreview, style: paths.style,
                mark: paths.mark),
            removed: brand.mark?.removed ?? [],
            server: server, servers: server == nil ? servers : [])
    }
}

/// The field of resetting a brand.
private struct BrandResetForm: Decodable {
    /// The id of the server; nil or empty for the installation.
    var server: String?
}

/// The fields of a brand; missing texts stay unchanged.
private struct BrandForm: Decodable {
    let texts: [BrandField: String]
    /// The new mark.
    let file: UploadedFile?
    /// The mark that the page showed, as a `data:` URL.
    let keptMark: String?
    let withoutMark: Bool
    let preview: Bool
    private let version: String?

    /// The version of the brand in the editor.
    var seen: ConfigVersion? { version.flatMap { ConfigVersion($0) } }

    private enum CodingKeys: String, CodingKey {
        case keptMark = "kept-mark"
        case withoutMark = "without-mark"
        case preview, version
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: BrandField.self)
        var texts: [BrandField: String] = [:]
        for field in BrandField.allCases where field != .mark {
            texts[field] = try fields.decodeIfPresent(ClearableText.self, forKey: field)?.value
        }
        self.texts = texts
        file = try fields.decodeIfPresent(UploadedFile.self, forKey: .mark)
        let others = try decoder.container(keyedBy: CodingKeys.self)
        keptMark = try others.decodeIfPresent(String.self, forKey: .keptMark)
        withoutMark = try others.decode(Bool.self, forKey: .withoutMark)
        preview = try others.decode(Bool.self, forKey: .preview)
        version = try others.decodeIfPresent(String.self, forKey: .version)
    }

    /// The new mark, else the mark that the page showed, unless the person removes it.
    func mark() throws(BrandProblem) -> BrandMark? {
        do {
            if let file, !file.bytes.isEmpty { return try BrandMark(file.bytes) }
            guard let keptMark, !withoutMark else { return nil }
            return try BrandMark(dataURL: keptMark)
        } catch {
            throw .mark(error)
        }
    }
}

extension Brand {
    /// The colours that are in effect if their fields are empty, by option key.
    fileprivate var usualColors: [String: String] {
        var (light, dark) = (self, self)
        (light.coverColor, light.accentColor) = (nil, nil)
        (dark.coverColorDark, dark.accentColorDark) = (nil, nil)
        let colors: [BrandField: BrandColor] = [
            .coverColor: light.cover(.light).background, .accentColor: light.accent(.light),
            .coverColorDark: dark.cover(.dark).background, .accentColorDark: dark.accent(.dark),
        ]
        return Dictionary(uniqueKeysWithValues: colors.map { ($0.rawValue, $1.description) })
    }
}

extension BrandField: CodingKey {}

extension BrandField {
    fileprivate static func texts(of brand: Brand) -> [String: String] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.text(of: brand)) })
    }
}

extension BrandProblem {
    fileprivate var sentence: LocalizedText {
        switch self {
        case .text(let most, let lines): lines == 1 ? .brandTextProblem(most) : .fieldTooLong(most)
        case .tooManyLines(let most): .brandLinesProblem(most)
        case .hiddenCharacter: .brandHiddenCharacter
        case .notAColor: .fieldNotAColor
        case .unreadable(let nearest, _): .brandContrastProblem(nearest.description)
        case .notAnAddress: .fieldNotAnAddress
        case .mark(.tooLarge): .brandMarkTooLarge
        case .mark(.unknownFormat): .brandMarkUnknown
        case .mark(.malformed): .brandMarkMalformed
        case .mark(.notADrawing), .mark(.empty): .brandMarkEmpty
        case .mark(.unreadable): .brandMarkUnreadable
        }
    }
}
