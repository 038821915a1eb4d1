import Foundation
import PorticoAssets
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// The brands of an installation and of its servers.
package struct Brands: Hashable, Sendable {
    package var installation: Brand
    /// The brands of servers that have parts of their own.
    package var servers: [ServerID: Brand]

    package init(_ installation: Brand = Brand(), servers: [ServerID: Brand] = [:]) {
        self.installation = installation
        self.servers = servers
    }

    /// The brand of a server.
    package func brand(of server: ServerID) -> Brand { servers[server] ?? installation }
}

/// The brands in force. They can change while the server runs; later pages have the new brands.
package final class Branding: Sendable {
    /// A brand with its public files.
    package final class Look: Sendable {
        package let brand: Brand
        package let assets: AssetPaths
        let covers: CoverColors

        init(brand: Brand, assets: AssetPaths) {
            self.brand = brand
            self.assets = assets
            covers = CoverColors(
                light: brand.cover(.light).background.description, dark: brand.cover(.dark).background.description)
        }
    }

    /// The looks of an installation and of its servers.
    struct Looks: Sendable {
        var installation: Look
        var servers: [ServerID: Look]
    }

    private struct State {
        var brands: Brands
        var looks: Looks?
        var publisher: BrandPublisher?
    }

    private let state: Mutex<State>
    private let program: DrawingProgram?
    private let drawingFailed: @Sendable (any Error) -> Void
    /// Creates files in the order of changes, outside of the threads that create pages.
    private let queue = DispatchQueue(label: "brand")

    /// - Parameters:
    ///   - program: draws icons from an SVG; nil for icons in SVG only.
    ///   - drawingFailed: called if drawing fails; then there are icons in SVG only.
    package init(
        _ brands: Brands = Brands(), program: DrawingProgram? = nil,
        drawingFailed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        state = Mutex(State(brands: brands))
        self.program = program
        self.drawingFailed = drawingFailed
    }

    package var brands: Brands { state.withLock { $0.brands } }

    /// - Throws: an error if the files of the brands cannot be created; the former brands stay in force.
    package func change(to brands: Brands) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [self] in continuation.resume(with: Result { try make(brands) }) }
        }
    }

    private func make(_ brands: Brands) throws {
        guard brands != self.brands else { return }
        let looks = try state.withLock { $0.publisher }?.looks(of: brands, drawnBy: program, failed: drawingFailed)
        state.withLock { ($0.brands, $0.looks) = (brands, looks) }
    }

    /// The look of pages. Requires a front door that uses these brands.
    func look(of server: ServerID) -> Look {
        guard let looks = state.withLock({ $0.looks }) else { preconditionFailure("no front door uses these brands") }
        return looks.servers[server] ?? looks.installation
    }

    /// Publishes the files of the brands, and of all later brands.
    package func use(_ publisher: BrandPublisher) throws {
        let looks = try publisher.looks(of: brands, drawnBy: program, failed: drawingFailed)
        state.withLock { ($0.publisher, $0.looks) = (publisher, looks) }
    }
}

/// Publishes the files of brands.
package struct BrandPublisher: Sendable {
    let assets: AssetLibrary
    /// The public files of the application. Its icons, manifest and `favicon.ico` take precedence.
    let own: [PublicFolder]
    /// Whether pages register the service worker.
    let hasWorker: Bool
    let ownStyleSheets: [SitePath]
    let ownScripts: [SitePath]

    package init(
        assets: AssetLibrary, own: [PublicFolder], hasWorker: Bool, ownStyleSheets: [SitePath], ownScripts: [SitePath]
    ) {
        self.assets = assets
        self.own = own
        self.hasWorker = hasWorker
        self.ownStyleSheets = ownStyleSheets
        self.ownScripts = ownScripts
    }

    /// Creates the files, and puts them in force. The icon of the installation becomes `favicon.ico`.
    func looks(
        of brands: Brands, drawnBy program: DrawingProgram?, failed: (any Error) -> Void
    ) throws -> Branding.Looks {
        let servers = brands.servers.sorted { $0.key.rawValue < $1.key.rawValue }
        let all = [brands.installation] + servers.map(\.value)
        let made = try all.map { try files(of: $0, drawnBy: program, failed: failed) }
        var fixed: [String: (bytes: [UInt8], type: String)] = [:]
        if let first = made[0], let icon = first.files[BrandFiles.Name.favicon],
            !own.contains(where: { $0.contains(BrandFiles.Name.favicon) })
        {
            fixed[SitePath.favicon.path] = (icon, first.faviconType)
        }
        let folders = assets.putInForce(made.map { $0?.files ?? [:] }, fixed: fixed)
        let looks = all.indices.map { index in
            Branding.Look(
                brand: all[index],
                assets: AssetPaths(
                    release: assets.release, own: own, hasWorker: hasWorker,
                    brand: made[index].map { paths(of: all[index], $0, in: folders[index]) },
                    ownStyleSheets: ownStyleSheets, ownScripts: ownScripts))
        }
        return Branding.Looks(
            installation: looks[0],
            servers: Dictionary(uniqueKeysWithValues: zip(servers.map(\.key), looks.dropFirst())))
    }

    /// The files of a brand that is not in force, for a preview: its style sheet and its mark.
    package func preview(of brand: Brand) -> (style: SitePath?, mark: SitePath?) {
        let files = BrandFiles.preview(of: brand)
        let folder = assets.publish(files)
        return (
            path(BrandFiles.Name.style, of: files, in: folder),
            brand.mark.flatMap { path(BrandFiles.Name.mark($0), of: files, in: folder) }
        )
    }

    /// The files of a brand; nil for Portico's own look and name.
    private func files(
        of brand: Brand, drawnBy program: DrawingProgram?, failed: (any Error) -> Void
    ) throws -> BrandFiles? {
        if brand.hasStandardLook, brand.name == Brand.standardName { return nil }
        do {
            return try BrandFiles(brand, drawnBy: program)
        } catch {
            guard program != nil else { throw error }
            failed(error)
            return try BrandFiles(brand)
        }
    }

    private func paths(of brand: Brand, _ made: BrandFiles, in folder: String) -> BrandPaths {
        func path(_ name: String) -> SitePath? { self.path(name, of: made.files, in: folder) }
        guard let manifest = path(BrandFiles.Name.manifest) else { preconditionFailure("a brand without manifest") }
        return BrandPaths(
            style: path(BrandFiles.Name.style), manifest: manifest, icon: path(BrandFiles.Name.icon),
            smallIcon: path(BrandFiles.Name.smallIcon), touchIcon: path(BrandFiles.Name.touchIcon),
            mark: brand.mark.flatMap { path(BrandFiles.Name.mark($0)) })
    }

    private func path(_ name: String, of files: [String: [UInt8]], in folder: String) -> SitePath? {
        files[name] == nil ? nil : SitePath(untrusted: "\(SitePath.assets)/\(folder)/\(name)")
    }
}

extension BrandLinks {
    package init(_ brand: Brand) {
        self.init(
            help: brand.helpLink, privacy: brand.privacyLink, terms: brand.termsLink, imprint: brand.imprintLink)
    }
}
