import PorticoHTML

/// The paths of the public files of one release.
public struct AssetPaths: Sendable {
    /// The classic script in the head.
    public let boot: SitePath
    /// The module that attaches behaviours to the page.
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
    private let everything: Needs
    private let needs: [ScreenKind: Needs]

    /// The files that a screen loads.
    private struct Needs: Sendable {
        /// In cascade order.
        var stylesheets: [SitePath]
        var modules: [SitePath]
    }

    /// - Parameter release: the fingerprint of all public files: letters, digits, hyphens and underscores.
    public init(release: String) {
        func path(_ file: String) -> SitePath {
            guard let path = SitePath(untrusted: "\(SitePath.assets)/\(release)/\(file)") else {
                preconditionFailure("not the fingerprint of a release: \(release)")
            }
            return path
        }
        func needs(_ styles: [String], _ modules: [String]) -> Needs {
            Needs(stylesheets: styles.map { path("css/\($0).css") }, modules: modules.map { path("js/\($0).js") })
        }
        boot = path("js/boot.js")
        entry = path("js/portico.js")
        developmentReload = path("js/dev-reload.js")
        manifest = path("manifest.webmanifest")
        icon = path("img/icon.svg")
        smallIcon = path("img/icon-32.png")
        touchIcon = path("img/icon-180.png")
        let ground = ["tokens", "base", "splash"]
        let login = ["presentation", "form", "cover"]
        let main = ["page", "cells", "switch"]
        let layers = ["presentation", "form", "sheets", "choices", "toasts", "hud"]
        everything = needs(ground + login + main + ["sheets", "choices", "toasts", "hud", "error", "motion"], [])
        self.needs = [
            .login: needs(ground + login + ["motion"], []),
            .main: needs(
                ground + main + layers + ["motion"],
                ["main"]),
            .error: needs(ground + ["form", "error", "motion"], []),
        ]
    }

    /// The style sheets of a screen in cascade order; those of all screens if it is not known yet.
    func stylesheets(of screen: ScreenKind?) -> [SitePath] { needs(of: screen).stylesheets }

    /// The modules of a screen; none if it is not known yet.
    func modules(of screen: ScreenKind?) -> [SitePath] { needs(of: screen).modules }

    private func needs(of screen: ScreenKind?) -> Needs { screen.flatMap { needs[$0] } ?? everything }
}
