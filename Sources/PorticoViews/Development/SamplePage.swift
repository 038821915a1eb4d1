import PorticoBytes
import PorticoHTML

/// A page of the gallery, presented as its sample specifies. Its path contains its presenters:
/// `/dev/presentations/page-sheet/popover` is a popover over a page sheet.
package struct SamplePage: Presentable, Sendable {
    package var sample: PresentationSample
    package var path: SitePath
    package var presenter: SitePath

    package init(sample: PresentationSample, path: SitePath, presenter: SitePath) {
        self.sample = sample
        self.path = path
        self.presenter = presenter
    }

    package var presentation: Presentation { sample.presentation }

    package func title(in language: String) -> String { sample.title }

    /// The maximum number of stacked pages.
    private static let limit = 4

    /// Whether another page can be presented over it.
    var canPresent: Bool { path.path.fields(separatedBy: "/", omittingEmpty: true).count < 2 + Self.limit }

    /// The prefix of the ids on the page: the name of its sample. If the sample is presented over itself, a number
    /// follows.
    var name: String {
        let same = path.path.fields(separatedBy: "/").count { $0.isSameBytes(as: sample.rawValue) }
        return same > 1 ? "\(sample.rawValue)-\(same)" : sample.rawValue
    }

    /// A link to each style, presented over this page.
    var samples: CellGroup {
        CellGroup(
            id: "\(name)-samples", header: "Over this page",
            cells: PresentationSample.styles.compactMap { sample in
                path.adding(segment: sample.rawValue).map {
                    .link(
                        LinkCell(
                            id: "\(name)-\(sample.rawValue)", title: sample.title, path: $0,
                            opening: .presents(as: sample.presentation.style)))
                }
            })
    }
}

/// The gallery: a link to each sample.
package struct GalleryPage: Sendable {
    package var path: SitePath
    /// Links to pages of the gallery that demonstrate something other than a style.
    package var others: [LinkCell]

    package init(path: SitePath, others: [LinkCell]) {
        self.path = path
        self.others = others
    }

    var samples: CellGroup {
        CellGroup(
            id: "samples", header: "Styles, heights and policies",
            cells: PresentationSample.allCases.compactMap { sample in
                path.adding(segment: sample.rawValue).map {
                    .link(
                        LinkCell(
                            id: sample.rawValue, title: sample.title, path: $0,
                            opening: .presents(as: sample.presentation.style)))
                }
            })
    }
}

/// A page with a region: a page presented in the current context covers only the region.
package struct RegionPage: Sendable {
    package var path: SitePath

    package init(path: SitePath) {
        self.path = path
    }
}
