import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// The gallery of presentations: every style, detent and policy, forms with a guard, items, and faults.
struct Gallery: Sendable {
    let settings: DevelopmentSettings

    static let path: SitePath = "/dev/presentations"
    private static let context: SitePath = "/dev/context"
    private static let region: SitePath = "/dev/context/region"
    static let list: SitePath = "/dev/records"
    static let library: SitePath = "/dev/library"

    func add(to main: inout MainSection) {
        main.page(Self.path, title: "Presentations", isLinked: false) { _, _ in
            GalleryPage(path: Self.path, others: Self.others)
        }
        for pattern in Self.samplePatterns {
            main.page(pattern) { request, context in try sample(context.parameters, at: request.address) }
        }
        main.page(Self.context, title: "A region", isLinked: false) { _, _ in RegionPage(path: Self.region) }
        main.page(Self.region) { request, _ in
            SamplePage(sample: .currentContext, path: request.address, presenter: Self.context)
        }
        main.page("/dev/orphan") { request, _ in
            SamplePage(sample: .pageSheet, path: request.address, presenter: "/dev/nowhere")
        }
        main.page("/dev/anywhere") { request, _ in
            SamplePage(sample: .formSheet, path: request.address, presenter: request.presenter(else: Self.path))
        }
        addRecords(to: &main)
        HudGallery().add(to: &main)
    }

    private static let samplePatterns: [SitePath] = [
        "/dev/presentations/:1", "/dev/presentations/:1/:2", "/dev/presentations/:1/:2/:3",
        "/dev/presentations/:1/:2/:3/:4",
    ]

    private static let others = [
        LinkCell(id: "records-link", title: "Records, an editor each", path: list),
        LinkCell(id: "library", title: "Records in a sheet", path: library, opening: .presents),
        LinkCell(id: "context", title: "A region that presents", path: context),
        LinkCell(id: "orphan", title: "A page whose presenter is gone", path: "/dev/orphan", opening: .presents),
        LinkCell(
            id: "anywhere", title: "A page over any other",
            path: SitePath("/dev/anywhere").adding(query: [("over", path.description)]), opening: .presents),
        LinkCell(id: "hud-gallery", title: "HUD and toasts", path: HudGallery.path),
        LinkCell(id: "missing", title: "A page that is not there", path: "/dev/missing", opening: .presents),
    ]

    /// The page that the last segment names, over the one that the segments before it name.
    private func sample(_ names: Parameters, at address: SitePath) throws -> SamplePage {
        let samples = try names.map { _, name in
            guard let sample = PresentationSample(rawValue: String(name)) else { throw WebError(.notFound) }
            return sample
        }
        let presenter = samples.dropLast().reduce(Self.path) { $0.adding(segment: $1.rawValue) ?? $0 }
        guard let last = samples.last else { throw WebError(.notFound) }
        return SamplePage(sample: last, path: address, presenter: presenter)
    }
}
