import PorticoConfig
import PorticoHTML

/// The paths of the public files of one release.
public struct AssetPaths: Sendable {
    /// The classic script in the head.
    public let boot: SitePath
    /// The module of every page, which connects behaviours to elements.
    public let entry: SitePath
    /// The module that reloads a page after a rebuild, in development.
    public let developmentReload: SitePath
    /// The style sheet of the gallery of components, in development.
    package let componentGallery: SitePath
    /// The style sheet of the previews on the page for the brand.
    package let brandPreview: SitePath
    /// The web app manifest.
    public let manifest: SitePath
    /// The icon as SVG; nil if the brand has none.
    public let icon: SitePath?
    /// The icon for browsers without SVG support, 32 px; nil if the brand has none.
    public let smallIcon: SitePath?
    /// The icon for home screens, 180 px; nil if the brand has none.
    public let touchIcon: SitePath?
    /// The version of the brand's files. An open page compares it to notice a new look. nil without a brand.
    public let brandVersion: String?
    /// The style sheet with the colours of the brand; nil without one.
    public let brandStyle: SitePath?
    /// The image of the mark; nil for Portico's own.
    public let mark: SitePath?
    /// The service workers of this release, by the language of their page; empty if the installation has none.
    private let workers: [String: SitePath]
    /// The style sheets of the application, on every screen.
    public let ownStyleSheets: [SitePath]
    private let ownScripts: [SitePath]
    private let loginStyle: SitePath
    private let mainStyle: SitePath
    private let mainModule: SitePath
    private let mainEarly: SitePath

    /// - Parameters:
    ///   - release: the fingerprint of all public files: letters, digits, hyphens and underscores.
    ///   - own: the public folders of the application. Their icons and manifest replace those of the same name.
    ///   - hasWorker: whether pages register the service worker.
    ///   - brand: the files of the brand, which replace Portico's icons and manifest.
    ///   - ownStyleSheets: the style sheets of the application.
    ///   - ownScripts: the modules of the application, for the main screen.
    public init(
        release: String, own: [PublicFolder] = [], hasWorker: Bool = false, brand: BrandPaths? = nil,
        ownStyleSheets: [SitePath] = [],
        ownScripts: [SitePath] = []
    ) {
        func path(_ file: String) -> SitePath {
            guard let path = SitePath(untrusted: "\(SitePath.assets)/\(release)/\(file)") else {
                preconditionFailure("not the fingerprint of a release: \(release)")
            }
            return path
        }
        func replaceable(_ file: String, _ branded: SitePath?) -> SitePath? {
            own.first { $0.contains(file) }?.path(of: file) ?? (brand == nil ? path(file) : branded)
        }
        let withWorker = hasWorker ? Language.offeredTags : []
        workers = Dictionary(
            uniqueKeysWithValues: withWorker.map { language in
                let page = SitePath.offline(in: language).description
                return (language, SitePath.worker.adding(query: [("release", release), ("offline", page)]))
            })
        self.ownStyleSheets = ownStyleSheets
        self.ownScripts = ownScripts
        boot = path("js/boot.js")
        entry = path("js/portico/portico.js")
        developmentReload = path("js/dev-reload.js")
        componentGallery = path("css/dev-components.css")
        brandPreview = path("css/preview.css")
        manifest = replaceable("manifest.webmanifest", brand?.manifest) ?? path("manifest.webmanifest")
        icon = replaceable("img/icon.svg", brand?.icon)
        smallIcon = replaceable("img/icon-32.png", brand?.smallIcon)
        touchIcon = replaceable("img/icon-180.png", brand?.touchIcon)
        brandVersion = brand?.version
        brandStyle = brand?.style
        mark = brand?.mark
        loginStyle = path("css/login.css")
        mainStyle = path("css/main.css")
        mainModule = path("js/main/main.js")
        mainEarly = path("js/early.js")
    }

    /// The service worker whose page is in a language; nil if the installation has none.
    func worker(in language: String) -> SitePath? { workers.isEmpty ? nil : workers[language] }

    /// The style sheet of a screen. The login page has a small one, and all others the whole style.
    func stylesheet(of screen: ScreenKind?) -> SitePath { screen == .login ? loginStyle : mainStyle }

    /// The classic script that runs before the first paint, if the screen has one. Like the style sheet, it is there for a
    /// screen that is not known yet.
    func early(of screen: ScreenKind?) -> SitePath? { screen == .login || screen == .error ? nil : mainEarly }

    /// The module of a screen besides ``entry``, if it has one.
    func module(of screen: ScreenKind?) -> SitePath? { screen == .main ? mainModule : nil }

    /// The modules of the application on a screen: none before the sign-in.
    func ownScripts(of screen: ScreenKind?) -> [SitePath] { screen == .login || screen == .error ? [] : ownScripts }
}
