import PorticoConfig
import PorticoHTML

/// A drawing for a kind of identity provider, on a grid of 24 px in the colour of the text. Assistive technology does not
/// see it: the text beside it names the provider.
package struct ProviderMark: Sendable {
    package var kind: ProviderKind

    /// The drawings. Templates know no types of other modules.
    enum Drawing: CaseIterable {
        /// A key, for a provider without a drawing of its own.
        case key
        case google, fourSquares, apple, cat, twoBubbles, wing
    }

    var drawing: Drawing {
        switch kind {
        case .oidc: .key
        case .google: .google
        case .entra: .fourSquares
        case .apple: .apple
        case .github: .cat
        case .wechat: .twoBubbles
        case .dingtalk: .wing
        }
    }

    package init(_ kind: ProviderKind) {
        self.kind = kind
    }
}
