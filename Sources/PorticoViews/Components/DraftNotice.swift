/// Stands at the head of a form that is shown again because it was sent after its sign-in had ended.
public struct DraftNotice: Sendable {
    /// What the fields are called in which files have to be chosen again.
    public var files: [String]

    public init(files: [String] = []) {
        self.files = files
    }
}
