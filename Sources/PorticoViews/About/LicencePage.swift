import PorticoHTML

/// The licence of one third-party component.
public struct LicencePage: Presentable, Sendable {
    public var licence: Licence

    public let presentation = Presentation()
    public let presenter = SitePath.launch

    public init(_ licence: Licence) {
        self.licence = licence
    }

    public func title(in language: String) -> String { licence.name }
}
