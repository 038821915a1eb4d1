import PorticoConfig
import PorticoHTML

/// The look of a brand, for previews of screens.
package struct BrandPreview: Sendable {
    package var name: String
    package var sentence: String?
    package var links: BrandLinks
    /// The style sheet with its colours, only for elements with `data-brand-preview`.
    package var style: SitePath?
    /// nil for Portico's own mark.
    package var mark: SitePath?

    package init(name: String, sentence: String?, links: BrandLinks, style: SitePath?, mark: SitePath?) {
        self.name = name
        self.sentence = sentence
        self.links = links
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
    package var preview: BrandPreview
    /// The parts that were removed from the mark.
    package var removed: [String]
    /// The server of the brand; nil for the brand of the installation.
    package var server: Server?
    /// The servers that can have their own brand.
    package var servers: [Server]
    package var conflict: Conflict?

    package init(
        account: String, version: Int64, input: FormInput, fixed: Set<String> = [], preview: BrandPreview,
        removed: [String] = [], server: Server? = nil, servers: [Server] = []
    ) {
        self.account = account
        self.version = version
        self.input = input
        self.fixed = fixed
        self.preview = preview
        self.removed = removed
        self.server = server
        self.servers = servers
    }

    package func title(in language: String) -> String {
        let t = Strings(language: language)
        return server.map { t.brandOfServer($0.name) } ?? t.brand
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
                .link(LinkCell(id: "brand-\($0.id)", title: $0.name, path: .brand(of: $0.id.rawValue)))
            })
    }

    static let mark = "brand.mark"
    static let footer = "mail.footer"
    var keptMark: String { input[Self.mark] }

    /// The text fields in their groups, without the fields in ``fixed``.
    func fields(_ t: Strings) -> [Field] {
        [
            field("app.name", t.optionAppName, isRequired: true),
            field("brand.coverColor", t.brandCoverColor, hint: t.brandColorHint),
            field("brand.coverColorDark", t.brandCoverColorDark, hint: t.brandDarkHint),
            field("brand.accentColor", t.brandAccentColor, hint: t.brandColorHint),
            field("brand.accentColorDark", t.brandAccentColorDark, hint: t.brandDarkHint),
            field("brand.sentence", t.brandSentence),
            field("brand.helpLink", t.brandHelpAddress, hint: t.brandAddressHint),
            field("brand.privacyLink", t.brandPrivacyAddress),
            field("brand.termsLink", t.brandTermsAddress),
            field("brand.imprintLink", t.brandImprintAddress),
            field("mail.senderName", t.brandSenderName),
        ].filter { !fixed.contains($0.id) }
    }

    private func field(_ key: String, _ label: String, hint: String? = nil, isRequired: Bool = false) -> Field {
        var field = Field(id: key, kind: .text, label: label, input: input, hint: hint, isRequired: isRequired)
        field.isOwn = false
        return field
    }

}
