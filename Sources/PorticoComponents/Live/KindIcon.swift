/// The icon of a toast and of a message in the HUD: a drawing in a circle, in the colour of its kind. Screen readers get a
/// word for a failure only, because other texts say that something was done.
struct KindIcon: Sendable {
    /// The kind of the message, or all kinds, of which script shows one.
    var kinds: [Toast.Kind]
    /// The width and height in pixels.
    var size = 20

    var names: String { kinds.map(\.rawValue).joined(separator: " ") }
}

extension Toast.Kind {
    /// The path of the drawing on a grid of 24 px.
    var drawing: String {
        switch self {
        case .info: "M12 11v6M12 7v.1"
        case .success: "m7.5 12.5 3 3 6-7"
        case .failure: "m8.5 8.5 7 7M15.5 8.5l-7 7"
        }
    }
}

/// The button that removes a toast.
struct DismissButton: Sendable {}
