import PorticoConfig

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
    /// The colours of the browser's toolbar on the cover.
    public var covers: CoverColors
    /// Whether navigations to other pages of this origin have a transition. False if another application shares the
    /// origin, because its pages have none.
    public var hasTransitions = true
    /// The name of the cookie in which script keeps the time zone of the browser; nil for none.
    package var zoneCookie: String?

    public init(
        title: String,
        appName: String,
        assets: AssetPaths,
        loadsScript: Bool,
        isDevelopment: Bool,
        screen: ScreenKind? = nil,
        display: DisplayPreferences = DisplayPreferences(),
        covers: CoverColors = CoverColors()
    ) {
        self.title = title
        self.appName = appName
        self.assets = assets
        self.loadsScript = loadsScript
        self.isDevelopment = isDevelopment
        self.screen = screen
        self.display = display
        self.covers = covers
    }

    /// The title of the document.
    package var documentTitle: String { title.isEmpty ? appName : "\(title) · \(appName)" }

    /// The colours of the browser's toolbar on this screen.
    private var toolbar: CoverColors { isCoverColoured ? covers : CoverColors(light: "#FFFFFF", dark: "#1C1C1E") }

    /// The names of the values that the whole document shows. An open page refreshes when one of them changes. Only the
    /// main screen receives changes.
    var config: String? {
        guard screen == .main || screen == nil else { return nil }
        return [
            UserConfig.appearance.name, UserConfig.textSize.name, UserConfig.language.name,
            UserConfig.chosenTimeZone.name, ConfigChange.brandKey,
        ].joined(separator: " ")
    }

    /// The colours of the toolbar, with the appearance of each as a media query. Only one if the appearance is chosen,
    /// or if both colours are equal.
    var toolbarColors: [(color: String, media: String?)] {
        let (light, dark) = (toolbar.light, toolbar.dark)
        if light == dark || display.isNeverDark { return [(light, nil)] }
        if display.isNeverLight { return [(dark, nil)] }
        return [(light, "(prefers-color-scheme: light)"), (dark, "(prefers-color-scheme: dark)")]
    }

    /// Whether the browser's toolbar has the colour of the cover: on the cover, and before the screen is known.
    var isCoverColoured: Bool { screen != .main && screen != .error }
}
