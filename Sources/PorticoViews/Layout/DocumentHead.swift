import PorticoHTML

/// The content of a document's `<head>`.
public struct DocumentHead: Sendable {
    /// The title of the page; empty to use the name of the application alone.
    public var title: String
    public var appName: String
    public var assets: AssetPaths
    /// Whether the page loads any script.
    public var loadsScript: Bool
    /// Whether the page reloads after a rebuild.
    public var isDevelopment: Bool
    /// The screen in the document, which determines its style sheets and modules; nil if it is not known yet: the
    /// document then loads the style sheets of all screens.
    public var screen: ScreenKind?
    public var display: DisplayPreferences
    /// Whether links open another tab, because the page is in a frame.
    public var opensLinksElsewhere = false
    /// Whether another page of this origin follows with a transition. Pages of another application know none.
    public var hasTransitions = true

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

    /// Whether the browser's toolbar has the colour of the cover: on the cover, and before the screen is known.
    var isCoverColoured: Bool { screen != .main && screen != .error }
}
