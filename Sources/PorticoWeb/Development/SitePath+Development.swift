import PorticoHTML

// What exists in development only.
extension SitePath {
    /// A stream that tells open pages of another start of the server.
    static let reload: SitePath = "/dev/reload"
    static let developmentSettings: SitePath = "/dev/settings"
    /// Presentations: a sample of each, by its name, over each other as the segments say.
    static let gallery: SitePath = "/dev/presentations"
    /// A page with a region that presents in itself, and what it presents.
    static let region: SitePath = "/dev/context"
    static let sampleInRegion: SitePath = "/dev/context/region"
    /// A page whose presenter is gone.
    static let orphan: SitePath = "/dev/orphan"
    static let nowhere: SitePath = "/dev/nowhere"
    /// Where nothing is.
    static let missing: SitePath = "/dev/missing"
    /// A page that can appear over any other.
    static let anywhere: SitePath = "/dev/anywhere"
    /// Records with an editor each, as a page and as a sheet.
    static let records: SitePath = "/dev/records"
    static let library: SitePath = "/dev/library"
    static let hudGallery: SitePath = "/dev/hud"
    static let hudSheet: SitePath = "/dev/hud/sheet"
    static let hudSlow: SitePath = "/dev/hud/slow"
    static let hudWork: SitePath = "/dev/hud/work"
    static let hudServed: SitePath = "/dev/hud/served"
}

extension SitePath {
    /// This path with segments that the source names.
    func adding(_ segments: String...) -> SitePath {
        segments.reduce(self) { $0.adding(segment: $1) ?? $0 }
    }
}
