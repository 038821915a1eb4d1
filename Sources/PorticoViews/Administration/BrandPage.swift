import PorticoConfig
import PorticoHTML

/// The look of a brand, for previews of screens.
package struct BrandPreview: Sendable {
    package var name: String
    package var sentence: String?
    package var links: BrandLinks
    /// The style sheet of previews.
    package var layout: SitePath
    /// The style sheet with its colours, only for elements with `data-brand-preview`.
    package var style: SitePath?
    /// nil for Portico's own mark.
    package var mark: SitePath?

    package init(
        name: String, sentence: String?, links: BrandLinks, layout: SitePath, style: SitePath?, mark: SitePath?
    ) {
        self.name = name
        self.sentence = sentence
        self.links = links
        self.layout = layout
        self.style = style
        self.mark = mark
    }

    /// The appearances with their titles.
    func schemes(_ t: Strings) -> [(id: String, title: String)] {
        [("light", t.themeLight), ("dark", t.themeDark)]
    }

    var image: MarkImage { MarkImage(path: mark) }
}

/// The mark of a brand that is not in force.
struct MarkImage: HTMLRenderable {
    let path: SitePath?

    func render(into html: inout HTMLWriter) {
        let inForce = html.mark
        html.mark = path
        Mark().render(into: &html)
        html.mark = inForce
    }
}

/// Edits the brand, with previews.
package struct BrandPage: RootPage, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The version of the stored brand.
    package var version: Int64
    /// The fields by option key.
    package var input: FormInput
    /// The option keys that are set at the start of the server and cannot be changed here.
    package var fixed: Set<String>
    /// The colours that are in effect if their fields are empty, by option key, as `#rrggbb`.
    package var usualColors: [String: String]
    package var preview: BrandPreview
    /// The parts that were removed from the mark.
    package var removed: [String]
    /// The server of the brand; nil for the brand of the installation.
    package var server: Server?
    /// The servers that can have their own brand.
    package var servers: [Server]
    package var conflict: Conflict?

    package init(
        account: String, version: Int64, input: FormInput, fixed: Set<String> = [], usualColors: [String: String],
        preview: BrandPreview, removed: [String] = [], server: Server? = nil, servers: [Server] = []
    ) {
        self.account = account
        self.version = version
        self.input = input
        self.fixed = fixed
        self.usualColors = usualColors
        self.preview = preview
        self.removed = removed
        self.server = server
        self.servers = servers
    }

    package func title(in language: String) -> String {
        let t = Strings(language: language)
        return server.map { t.brandOfServer($0.title.string(in: language)) } ?? t.brand
    }

    package func back(in language: String) -> (title: String, path: SitePath)? {
        server == nil ? backToAdministration(language) : (Strings(language: language).brand, .brand)
    }

    var path: SitePath { .brand(of: server?.id.rawValue) }
    var resetPath: SitePath { .resetBrand(of: server?.id.rawValue) }

    /// Links to the brands of servers.
    func links(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "brand-servers", header: t.brandServers,
            cells: servers.map {
                .link(
                    LinkCell(
                        id: "brand-\($0.id)", title: $0.title.string(in: t.languageTag),
                        path: .brand(of: $0.id.rawValue)))
            })
    }

    /// The file field of the mark.
    func markField(_ t: Strings) -> Field {
        var field = Field(
            id: Self.mark, kind: .file(accepting: "image/svg+xml,image/png"), label: t.brandMark, input: input,
            hint: t.brandMarkHint, isRequired: false)
        // The text of the mark is its whole file.
        field.value = ""
        return field
    }

    static let mark = "brand.mark"
    var keptMark: String { input[Self.mark] }

    /// The other fields in their groups, without the fields in ``fixed``.
    func fields(_ t: Strings) -> [Field] {
        [
            line("app.name", t.optionAppName, isRequired: true, limit: 100),
            color("brand.coverColor", t.brandCoverColor, hint: t.brandColorHint),
            color("brand.coverColorDark", t.brandCoverColorDark, hint: t.brandDarkHint),
            color("brand.accentColor", t.brandAccentColor, hint: t.brandColorHint),
            color("brand.accentColorDark", t.brandAccentColorDark, hint: t.brandDarkHint),
            line("brand.sentence", t.brandSentence, limit: 200),
            field("brand.helpLink", .url, t.brandHelpAddress, hint: t.brandAddressHint),
            field("brand.privacyLink", .url, t.brandPrivacyAddress),
            field("brand.termsLink", .url, t.brandTermsAddress),
            field("brand.imprintLink", .url, t.brandImprintAddress),
            line("mail.senderName", t.brandSenderName, limit: 100),
            field("mail.footer", .multiline(rows: 3), t.brandFooter, limit: 1000),
        ].filter { !fixed.contains($0.id) }
    }

    private func color(_ key: String, _ label: String, hint: String) -> Field {
        field(key, .color(usual: usualColors[key]), label, hint: hint)
    }

    private func line(_ key: String, _ label: String, isRequired: Bool = false, limit: Int) -> Field {
        var field = field(key, .text, label, isRequired: isRequired, limit: limit)
        field.invalid = .brandTextProblem(limit)
        return field
    }

    private func field(
        _ key: String, _ kind: Field.Kind, _ label: String, hint: String? = nil, isRequired: Bool = false,
        limit: Int? = nil
    ) -> Field {
        var field = Field(
            id: key, kind: kind, label: label, input: input, hint: hint, isRequired: isRequired, limit: limit)
        field.isOwn = false
        return field
    }
}
