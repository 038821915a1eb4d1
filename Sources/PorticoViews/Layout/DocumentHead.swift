import PorticoHTML

/// What stands in the `<head>` of a document.
public struct DocumentHead: Sendable {
    /// The page's title; empty where the name of the application says it all.
    public var title: String
    public var appName: String
    public var assets: AssetPaths
    /// Whether the page loads script at all.
    public var loadsScript: Bool
    /// Whether the page reloads itself after a rebuild.
    public var isDevelopment: Bool
    /// The screen that the document holds, which decides what it loads; nil where it is not known yet, which loads the
    /// style sheets of all.
    public var screen: ScreenKind?
    public var display: DisplayPreferences

    public init(
        title: String,
        appName: String,
        assets: AssetPaths,
        loadsScript: Bool,
        isDevelopment: Bool,
        screen: ScreenKind? = nil,
        display: DisplayPreferences = DisplayPreferences()
    ) {
        self.title = title
        self.appName = appName
        self.assets = assets
        self.loadsScript = loadsScript
        self.isDevelopment = isDevelopment
        self.screen = screen
        self.display = display
    }

    /// Whether the browser's own edges take the cover's colour: before anything is known, and on the cover.
    var isCoverColoured: Bool { screen != .main && screen != .error }
}
