import PorticoHTML

// For development only.
extension SitePath {
    static let developmentSettings: SitePath = "/dev/settings"
    /// The presentation gallery; further segments name the samples, each over the one before.
    static let gallery: SitePath = "/dev/presentations"
    /// A page with a region that presents a page in itself, and that page.
    static let region: SitePath = "/dev/context"
    static let sampleInRegion: SitePath = "/dev/context/region"
    /// A page whose presenter does not exist.
    static let orphan: SitePath = "/dev/orphan"
    static let nowhere: SitePath = "/dev/nowhere"
    /// A path without a page.
    static let missing: SitePath = "/dev/missing"
    /// A page that can be presented over any other.
    static let anywhere: SitePath = "/dev/anywhere"
    /// Records with an editor each, as a page and as a sheet.
    static let records: SitePath = "/dev/records"
    static let library: SitePath = "/dev/library"
    /// The gallery of components.
    static let components: SitePath = "/dev/components"
    static let hudGallery: SitePath = "/dev/hud"
    static let hudSheet: SitePath = "/dev/hud/sheet"
    static let hudSlow: SitePath = "/dev/hud/slow"
    static let hudWork: SitePath = "/dev/hud/work"
    static let hudServed: SitePath = "/dev/hud/served"
}

extension SitePath {
    /// This path with additional segments, which must be valid.
    func adding(_ segments: String...) -> SitePath {
        segments.reduce(self) { $0.adding(segment: $1) ?? $0 }
    }
}
