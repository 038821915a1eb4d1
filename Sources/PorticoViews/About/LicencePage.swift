import PorticoHTML

/// The licence of one third-party component.
package struct LicencePage: Presentable, Sendable {
    package var licence: Licence

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(_ licence: Licence) {
        self.licence = licence
    }

    package func title(in language: String) -> String { licence.name }
}
