import Foundation

/// The public files of a brand: style sheet, mark, icons and manifest.
package struct BrandFiles: Sendable {
    /// The names of the files.
    package enum Name {
        package static let style = "brand.css"
        package static let manifest = "manifest.webmanifest"
        package static let icon = "icon.svg"
        package static let smallIcon = "icon-32.png"
        package static let touchIcon = "icon-180.png"
        package static let favicon = "favicon.ico"

        package static func mark(_ mark: BrandMark) -> String {
            switch mark {
            case .svg: "mark.svg"
            case .png: "mark.png"
            }
        }
    }

    /// The bytes by name; without a style sheet if there are neither colours nor a mark.
    package let files: [String: [UInt8]]
    /// The media type of the favicon.
    package let faviconType: String

    /// Makes the files.
    ///
    /// - Parameter program: draws the PNG icons of an SVG mark. Without it, an SVG mark has none.
    /// - Throws: an error if an icon cannot be drawn or encoded.
    package init(_ brand: Brand, drawnBy program: DrawingProgram? = nil) throws {
        var files = Self.look(of: brand)
        let background = brand.cover(.light).background
        var icons: [[String: String]] = []
        func add(_ name: String, _ bytes: [UInt8], sizes: String, type: String, purpose: String? = nil) {
            files[name] = bytes
            icons.append(
                ["src": name, "sizes": sizes, "type": type].merging(purpose.map { ["purpose": $0] } ?? [:]) { $1 })
        }
        let picture: PNGImage?
        if case .png(let image) = brand.mark {
            picture = image
        } else {
            let drawing = brand.svgMark
            let icon = drawing.icon(
                background: background, corner: Int(512 * Self.corner), inset: Int(512 * Self.inset))
            add(Name.icon, Array(icon.utf8), sizes: "any", type: "image/svg+xml")
            let maskable = drawing.icon(background: background, corner: 0, inset: Int(512 * Self.maskableInset))
            add("icon-maskable.svg", Array(maskable.utf8), sizes: "any", type: "image/svg+xml", purpose: "maskable")
            files[Name.favicon] = Array(icon.utf8)
            picture = try program?.draw(drawing.square, size: Self.drawnSize)
        }
        if let picture {
            for size in [192, 512] {
                let icon = try picture.icon(size: size, background: background, corner: Self.corner, inset: Self.inset)
                add("icon-\(size).png", icon, sizes: "\(size)x\(size)", type: "image/png")
            }
            // Systems cut these icons into their own shapes.
            let maskable = try picture.icon(size: 512, background: background, corner: 0, inset: Self.maskableInset)
            add("icon-maskable-512.png", maskable, sizes: "512x512", type: "image/png", purpose: "maskable")
            files[Name.touchIcon] = try picture.icon(size: 180, background: background, corner: 0, inset: Self.inset)
            let small = try picture.icon(size: 32, background: background, corner: Self.corner, inset: 0.06)
            files[Name.smallIcon] = small
            files[Name.favicon] = Self.favicon(small, size: 32)
        }
        faviconType = picture == nil ? "image/svg+xml" : "image/x-icon"
        files[Name.manifest] = try Self.manifest(brand, icons)
        self.files = files
    }

    /// The files of a preview on a page of another brand: the mark, and a style sheet with the colours of the preview
    /// alone.
    package static func preview(of brand: Brand) -> [String: [UInt8]] {
        marks(of: brand).merging([Name.style: Array(brand.previewStyleSheet.utf8)]) { $1 }
    }

    private static func look(of brand: Brand) -> [String: [UInt8]] {
        let style = brand.styleSheet
        return style.isEmpty ? marks(of: brand) : marks(of: brand).merging([Name.style: Array(style.utf8)]) { $1 }
    }

    private static func marks(of brand: Brand) -> [String: [UInt8]] {
        brand.mark.map { [Name.mark($0): $0.bytes] } ?? [:]
    }

    /// The size in pixels of the picture from which icons are made: twice the largest icon, for smooth edges.
    private static let drawnSize = 1024
    private static let corner = 0.21875
    private static let inset = 0.16
    /// The safe zone of a maskable icon is a circle of 80 % of its width (W3C, Web Application Manifest).
    private static let maskableInset = 0.22

    /// An ICO file with one PNG.
    private static func favicon(_ png: [UInt8], size: UInt8) -> [UInt8] {
        let header: [UInt8] = [0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0]
        let length = UInt32(png.count)
        return header + (0..<4).map { UInt8(length >> (8 * $0) & 0xFF) } + [22, 0, 0, 0] + png
    }

    private static func manifest(_ brand: Brand, _ icons: [[String: String]]) throws -> [UInt8] {
        let color = brand.cover(.light).background.description
        let manifest = Manifest(name: brand.name, color: color, icons: icons)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array(try encoder.encode(manifest))
    }
}

/// A web app manifest (W3C, Web Application Manifest).
private struct Manifest: Encodable {
    let id = "/"
    let name: String
    let startURL = "/"
    let scope = "/"
    let display = "standalone"
    /// The background of the splash, and the colour of the toolbar.
    let color: String
    let icons: [[String: String]]

    private enum CodingKeys: String, CodingKey {
        case id, name, scope, display, icons
        case shortName = "short_name"
        case startURL = "start_url"
        case backgroundColor = "background_color"
        case themeColor = "theme_color"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(name, forKey: .shortName)
        try container.encode(startURL, forKey: .startURL)
        try container.encode(scope, forKey: .scope)
        try container.encode(display, forKey: .display)
        try container.encode(color, forKey: .backgroundColor)
        try container.encode(color, forKey: .themeColor)
        try container.encode(icons, forKey: .icons)
    }
}

extension Brand {
    /// The mark as a drawing: that of the brand if it is an SVG, otherwise Portico's own in the colour of the cover's
    /// text.
    fileprivate var svgMark: SVGDrawing {
        if case .svg(let drawing) = mark { return drawing }
        let content = """
            <path fill="\(cover(.light).text)" fill-rule="evenodd" d="M48 8 90 34H6ZM14 38H82V80H14ZM20 80H34V58A7 7 0 0 \
            0 20 58ZM39 80H57V56A9 9 0 0 0 39 56ZM62 80H76V58A7 7 0 0 0 62 58ZM6 84H90V90H6Z"/>
            """
        return SVGDrawing(text: content, content: content, viewBox: "0 0 96 96", removed: [])
    }

    /// The style sheet with the colours, and with the mark where CSS draws it.
    ///
    /// It has no cascade layer, so it overrides Portico's own. The cover has light fields in both appearances, so its
    /// colours cannot use `light-dark()`, which depends on `color-scheme`.
    var styleSheet: String {
        var css = ""
        if coverColor != nil || coverColorDark != nil || accentColor != nil {
            let (light, dark) = (cover(.light), cover(.dark))
            css += """
                :root { \(light.properties) }
                @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { \(dark.properties) } }
                :root[data-theme="dark"] { \(dark.properties) }
                .cover :focus-visible { outline-color: var(--cover-focus); }

                """
        }
        if accentColor != nil || accentColorDark != nil {
            css += """
                :root { \(accentProperties) }
                .cover { --accent: \(accent(.light)); }

                """
        }
        if let mark {
            css += """
                [data-follows-splash]::after {
                  background: url("\(BrandFiles.Name.mark(mark))") center / contain no-repeat; clip-path: none;
                }

                """
        }
        return css
    }

    /// The style sheet of a preview on a page of any brand: all colours, for the preview alone.
    fileprivate var previewStyleSheet: String {
        """
        [data-brand-preview] { \(accentProperties) }
        [data-brand-preview="light"] { \(cover(.light).properties) }
        [data-brand-preview="dark"] { \(cover(.dark).properties) }

        """
    }

    private var accentProperties: String {
        let (light, dark) = (accent(.light), accent(.dark))
        let (onLight, onDark) = (AccentRule.text(on: light), AccentRule.text(on: dark))
        return "--accent: light-dark(\(light), \(dark)); --on-accent: light-dark(\(onLight), \(onDark));"
    }
}

extension CoverPalette {
    fileprivate var properties: String {
        "--cover: \(background); --on-cover: \(text); --on-cover-button: \(buttonText); --cover-focus: \(focus);"
    }
}
