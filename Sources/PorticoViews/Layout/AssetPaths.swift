import PorticoHTML

/// The paths of the public files of one release.
public struct AssetPaths: Sendable {
    /// The classic script in the head.
    public let boot: SitePath
    /// The module of every page, which connects behaviours to elements.
    public let entry: SitePath
    /// The module that reloads a page after a rebuild, in development.
    public let developmentReload: SitePath
    /// The web app manifest.
    public let manifest: SitePath
    /// The icon as SVG.
    public let icon: SitePath
    /// The icon for browsers without SVG support, 32 px.
    public let smallIcon: SitePath
    /// The icon for home screens, 180 px.
    public let touchIcon: SitePath
    private let loginStyle: SitePath
    private let mainStyle: SitePath
    private let mainModule: SitePath

    /// - Parameter release: the fingerprint of all public files: letters, digits, hyphens and underscores.
    public init(release: String) {
        func path(_ file: String) -> SitePath {
            guard let path = SitePath(untrusted: "\(SitePath.assets)/\(release)/\(file)") else {
                preconditionFailure("not the fingerprint of a release: \(release)")
            }
            return path
        }
        boot = path("js/boot.js")
        entry = path("js/portico/portico.js")
        developmentReload = path("js/dev-reload.js")
        manifest = path("manifest.webmanifest")
        icon = path("img/icon.svg")
        smallIcon = path("img/icon-32.png")
        touchIcon = path("img/icon-180.png")
        loginStyle = path("css/login.css")
        mainStyle = path("css/main.css")
        mainModule = path("js/main/main.js")
    }

    /// The style sheet of a screen. That of the main screen has all styles, for a screen that is not known yet.
    func stylesheet(of screen: ScreenKind?) -> SitePath {
        screen == .login || screen == .error ? loginStyle : mainStyle
    }

    /// The module of a screen besides ``entry``, if it has one.
    func module(of screen: ScreenKind?) -> SitePath? { screen == .main ? mainModule : nil }
}
