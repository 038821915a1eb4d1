import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The presentation gallery: all styles, detents and policies, guarded forms, items and errors.
struct Gallery: Sendable {
    let site: Site

    func overview(_ request: Request, _ context: SignedInContext) -> GalleryPage {
        GalleryPage(path: .gallery, others: Self.others)
    }

    func components(_ request: Request, _ context: SignedInContext) -> ComponentsPage {
        let look = ComponentsPage.Look(
            direction: request.queryField("direction"), appearance: request.queryField("appearance"),
            textSize: request.queryField("size"))
        return ComponentsPage(
            path: .components, account: context.account.id.description, now: Date(), look: look,
            style: site.look(for: context.reader).assets.componentGallery, others: Self.galleries)
    }

    /// The forms of the gallery of components change nothing.
    func sent(_ request: Request, _ context: SignedInContext, _ pages: Pages) -> Response {
        context.toast(Toast("Sent", kind: .success))
        return .done(.components, for: request)
    }

    func region(_ request: Request, _ context: SignedInContext) -> RegionPage { RegionPage(path: .sampleInRegion) }

    func inRegion(_ request: Request, _ context: SignedInContext) -> SamplePage {
        SamplePage(sample: .currentContext, path: request.address, presenter: .region)
    }

    func orphan(_ request: Request, _ context: SignedInContext) -> SamplePage {
        SamplePage(sample: .pageSheet, path: request.address, presenter: .nowhere)
    }

    func anywhere(_ request: Request, _ context: SignedInContext) -> SamplePage {
        SamplePage(sample: .formSheet, path: request.address, presenter: request.presenter(else: .gallery))
    }

    private static let galleries = [
        LinkCell(id: "to-presentations", title: "Sheets, popovers and questions", path: .gallery),
        LinkCell(id: "to-hud", title: "HUD and toasts", path: .hudGallery),
    ]

    private static let others = [
        LinkCell(id: "records-link", title: "Records, an editor each", path: .records),
        LinkCell(id: "library", title: "Records in a sheet", path: .library, opening: .presents(as: .pageSheet)),
        LinkCell(id: "context", title: "A region that presents", path: .region),
        LinkCell(
            id: "orphan", title: "A page whose presenter is gone", path: .orphan, opening: .presents(as: .pageSheet)),
        LinkCell(
            id: "anywhere", title: "A page over any other",
            path: .anywhere.adding(query: [("over", SitePath.gallery.description)]),
            opening: .presents(as: .formSheet)),
        LinkCell(id: "components", title: "Components", path: .components),
        LinkCell(id: "hud-gallery", title: "HUD and toasts", path: .hudGallery),
        LinkCell(id: "missing", title: "A page that is not there", path: .missing, opening: .presents),
    ]

    /// The sample of the last path segment, presented over those of the previous segments.
    func sample(_ request: Request, _ context: SignedInContext) throws -> SamplePage {
        let samples = try context.parameters.map { _, name in
            guard let sample = PresentationSample(rawValue: String(name)) else { throw WebError(.notFound) }
            return sample
        }
        let presenter = samples.dropLast().reduce(SitePath.gallery) { $0.adding($1.rawValue) }
        guard let last = samples.last else { throw WebError(.notFound) }
        return SamplePage(sample: last, path: request.address, presenter: presenter)
    }

    /// The form of a sample changes nothing. It leads to the root page, below all samples.
    func answer(_ request: Request, _ context: SignedInContext, _ pages: Pages) -> Response {
        .dismissed(to: .gallery, for: request)
    }
}
