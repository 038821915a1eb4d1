import PorticoConfig
import PorticoHTML

/// The look of a brand, for previews of screens.
public struct BrandPreview: Sendable {
    public var name: String
    public var sentence: String?
    public var links: BrandLinks
    /// The style sheet with its colours, only for elements with `data-brand-preview`.
    public var style: SitePath?
    /// nil for Portico's own mark.
    public var mark: SitePath?

    public init(name: String, sentence: String?, links: BrandLinks, style: SitePath?, mark: SitePath?) {
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
public struct BrandPage: RootPage, Sendable {
    /// The account that the page is rendered for.
    public var account: String
    /// The version of the stored brand.
    public var version: Int64
    /// The fields by option key.
    public var input: FormInput
    /// The option keys that are set at the start of the server and cannot be changed here.
    public var fixed: Set<String>
    public var preview: BrandPreview
    /// The parts that were removed from the mark.
    public var removed: [String]
    /// The server of the brand; nil for the brand of the installation.
    public var server: Server?
    /// The servers that can have their own brand.
    public var servers: [Server]
    public var conflict: Conflict?

    public init(
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

    public func title(in language: String) -> String {
        let t = Strings(language: language)
        return server.map { t.brandOfServer($0.name) } ?? t.brand
    }

    public func back(in language: String) -> (title: String, path: SitePath)? {
        server == nil ? backToAdministration(language) : (Strings(language: language).brand, .brand)
    }

    var path: SitePath { .brand(of: server?.id.rawValue) }

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
            field("brand.helpLink", t.brandHelp, hint: t.brandAddressHint),
            field("brand.privacyLink", t.brandPrivacy),
            field("brand.termsLink", t.brandTerms),
            field("brand.imprintLink", t.brandImprint),
            field("mail.senderName", t.brandSenderName),
        ].filter { !fixed.contains($0.id) }
    }

    private func field(_ key: String, _ label: String, hint: String? = nil, isRequired: Bool = false) -> Field {
        var field = Field(id: key, kind: .text, label: label, input: input, hint: hint, isRequired: isRequired)
        field.isOwn = false
        return field
    }

}
