import PorticoHTML

/// A page of the gallery, presented as its sample says. Its address holds what it stands over:
/// `/dev/presentations/page-sheet/popover` is a popover over a page sheet.
public struct SamplePage: Presentable, Sendable {
    public var sample: PresentationSample
    public var path: SitePath
    public var presenter: SitePath

    public init(sample: PresentationSample, path: SitePath, presenter: SitePath) {
        self.sample = sample
        self.path = path
        self.presenter = presenter
    }

    public var presentation: Presentation { sample.presentation }

    public func title(in language: String) -> String { sample.title }

    /// As deep as the gallery goes.
    private static let limit = 4

    /// Whether there can be another page over it.
    var canPresent: Bool { path.path.split(separator: "/").count < 2 + Self.limit }

    /// A link to every style, each over this page.
    var samples: CellGroup {
        CellGroup(
            id: "over-\(sample.rawValue)", header: "Over this page",
            cells: PresentationSample.styles.compactMap { sample in
                path.adding(segment: sample.rawValue).map {
                    .link(
                        LinkCell(
                            id: "\(self.sample.rawValue)-\(sample.rawValue)", title: sample.title, path: $0,
                            opening: .presents))
                }
            })
    }
}

/// The gallery itself: a link to every sample.
public struct GalleryPage: Sendable {
    public var path: SitePath
    /// Pages that show something else than a style.
    public var others: [LinkCell]

    public init(path: SitePath, others: [LinkCell]) {
        self.path = path
        self.others = others
    }

    var samples: CellGroup {
        CellGroup(
            id: "samples", header: "Styles, heights and policies",
            cells: PresentationSample.allCases.compactMap { sample in
                path.adding(segment: sample.rawValue).map {
                    .link(LinkCell(id: sample.rawValue, title: sample.title, path: $0, opening: .presents))
                }
            })
    }
}

/// A page with a region that presents: what is presented in the current context covers that and nothing else.
public struct RegionPage: Sendable {
    public var path: SitePath

    public init(path: SitePath) {
        self.path = path
    }
}
