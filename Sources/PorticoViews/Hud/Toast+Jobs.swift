import PorticoHTML

extension Toast {
    /// Long work is done, and here is what came of it.
    /// - Parameter language: a BCP 47 tag.
    public static func jobReady(_ title: String, id: String, result: SitePath, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(t.jobReady(title), kind: .success, id: id, action: Action(label: t.download, href: result))
    }

    /// Long work ended without a result.
    /// - Parameters:
    ///   - errorID: the id under which the log has the reason.
    ///   - language: a BCP 47 tag.
    public static func jobFailed(_ title: String, id: String, errorID: String, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast("\(t.jobFailed(title)) \(t.errorIdentifier(errorID))", kind: .failure, id: id)
    }
}
