import PorticoHTML

/// New recovery codes, shown this once.
package struct RecoveryCodesPage: Presentable, Sendable {
    /// As people type them.
    package var codes: [String]
    /// The page that has required the app; nil if none has.
    package var next: SitePath?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(codes: [String], next: SitePath? = nil) {
        self.codes = codes
        self.next = next
    }

    package func title(in language: String) -> String { Strings(language: language).recoveryCodesTitle }

    /// The codes to copy, one on each line.
    var text: String { codes.joined(separator: "\n") }
}
