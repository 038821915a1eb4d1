import PorticoAssets
import PorticoBrand
import PorticoHTML
import PorticoViews
import Synchronization

/// The brand in force. It can change while the server runs; pages made afterwards have the new one.
public final class Branding: Sendable {
    /// A brand with its public files.
    final class Look: Sendable {
        let brand: Brand
        let assets: AssetPaths
        let covers: CoverColors

        init(brand: Brand, assets: AssetPaths) {
            self.brand = brand
            self.assets = assets
            covers = CoverColors(
                light: brand.cover(.light).background.description, dark: brand.cover(.dark).background.description)
        }
    }

    private struct State {
        var brand: Brand
        var look: Look?
        var files: BrandPublisher?
    }

    private let state: Mutex<State>

    public init(_ brand: Brand = Brand()) {
        state = Mutex(State(brand: brand))
    }

    public var brand: Brand { state.withLock { $0.brand } }

    /// - Throws: an error if its files cannot be made; the former brand stays in force.
    public func change(to brand: Brand) throws {
        try state.withLock { state in
            guard brand != state.brand else { return }
            state.look = try state.files?.look(of: brand)
            state.brand = brand
        }
    }

    /// The look of pages. There is one as soon as a front door uses the brand.
    var look: Look {
        guard let look = state.withLock({ $0.look }) else { preconditionFailure("no front door uses this brand") }
        return look
    }

    /// Publishes the files of the brand, and of each later one.
    func use(_ files: BrandPublisher) throws {
        try state.withLock { state in
            state.look = try files.look(of: state.brand)
            state.files = files
        }
    }
}

/// Publishes the files of brands.
struct BrandPublisher: Sendable {
    let assets: AssetLibrary
    /// The public files of the application. Its icons, manifest and `favicon.ico` take precedence.
    let own: [PublicFolder]
    /// Whether pages register the service worker.
    let hasWorker: Bool
    let ownStyleSheets: [SitePath]
    let ownScripts: [SitePath]

    func look(of brand: Brand) throws -> Branding.Look {
        var paths: BrandPaths?
        if brand.hasStandardLook, brand.name == Brand.standardName {
            // No file of a former brand stays at a fixed path.
            _ = assets.publish([:], fixed: [:])
        } else {
            paths = try publish(brand, isCurrent: true)
        }
        return Branding.Look(
            brand: brand,
            assets: AssetPaths(
                release: assets.release, own: own, hasWorker: hasWorker, brand: paths, ownStyleSheets: ownStyleSheets,
                ownScripts: ownScripts))
    }

    /// - Parameter isCurrent: whether its icon becomes `favicon.ico`; otherwise it is only shown in a preview.
    func publish(_ brand: Brand, isCurrent: Bool) throws -> BrandPaths {
        let made = try BrandFiles(brand, isPreview: !isCurrent)
        let replacesFavicon = isCurrent && !own.contains { $0.contains(BrandFiles.Name.favicon) }
        let favicon =
            replacesFavicon
            ? [SitePath.favicon.path: (file: BrandFiles.Name.favicon, type: made.faviconType)] : [:]
        let folder = assets.publish(made.files, fixed: isCurrent ? favicon : nil)
        func path(_ name: String) -> SitePath? {
            made.files[name] == nil ? nil : SitePath(untrusted: "\(SitePath.assets)/\(folder)/\(name)")
        }
        guard let manifest = path(BrandFiles.Name.manifest) else { preconditionFailure("a brand without manifest") }
        return BrandPaths(
            style: path(BrandFiles.Name.style), manifest: manifest, icon: path(BrandFiles.Name.icon),
            smallIcon: path(BrandFiles.Name.smallIcon), touchIcon: path(BrandFiles.Name.touchIcon),
            mark: brand.mark.flatMap { path(BrandFiles.Name.mark($0)) })
    }
}

extension BrandLinks {
    init(_ brand: Brand) {
        self.init(
            help: brand.helpLink, privacy: brand.privacyLink, terms: brand.termsLink, imprint: brand.imprintLink)
    }
}
