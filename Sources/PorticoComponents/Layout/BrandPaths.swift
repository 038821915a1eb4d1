import PorticoHTML

/// The paths of the public files of a brand.
public struct BrandPaths: Hashable, Sendable {
    /// nil if the brand has no colours.
    public var style: SitePath?
    public var manifest: SitePath
    /// The icon as SVG; nil if the mark has no such form.
    public var icon: SitePath?
    /// The icon of 32 px; nil if the mark has no such form.
    public var smallIcon: SitePath?
    /// The icon for home screens, 180 px; nil if the mark has no such form.
    public var touchIcon: SitePath?
    /// The image of the mark; nil for Portico's own.
    public var mark: SitePath?

    /// Identifies this look: every other look has another manifest address.
    var version: String { manifest.path }

    public init(
        style: SitePath?, manifest: SitePath, icon: SitePath? = nil, smallIcon: SitePath? = nil,
        touchIcon: SitePath? = nil, mark: SitePath? = nil
    ) {
        self.style = style
        self.manifest = manifest
        self.icon = icon
        self.smallIcon = smallIcon
        self.touchIcon = touchIcon
        self.mark = mark
    }
}

/// The background colours of the cover, `#rrggbb`, for the browser's toolbar.
public struct CoverColors: Hashable, Sendable {
    public var light: String
    public var dark: String

    public init(light: String = "#FFCC00", dark: String = "#FFCC00") {
        self.light = light
        self.dark = dark
    }
}
