import PorticoConfig
import PorticoViews

extension UserConfig {
    /// How the person wants everything to look.
    var display: DisplayPreferences { DisplayPreferences(theme: Theme(appearance), textSize: TextSize(textSize)) }
}

extension Theme {
    init(_ appearance: Appearance) {
        self =
            switch appearance {
            case .automatic: .automatic
            case .light: .light
            case .dark: .dark
            }
    }
}

extension TextSize {
    init(_ category: TextSizeCategory) {
        self =
            switch category {
            case .xs: .xs
            case .s: .s
            case .m: .m
            case .l: .l
            case .xl: .xl
            case .xxl: .xxl
            case .xxxl: .xxxl
            }
    }
}
