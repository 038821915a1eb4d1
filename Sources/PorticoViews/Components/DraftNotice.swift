/// The notice above a form that is shown again because its sign-in had ended when it was sent.
public struct DraftNotice: Sendable {
    /// The labels of the file fields that have to be filled again.
    public var files: [String]

    public init(files: [String] = []) {
        self.files = files
    }
}
