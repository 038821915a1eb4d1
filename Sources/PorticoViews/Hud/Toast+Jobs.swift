import PorticoHTML

extension Toast {
    /// Long work is done, and here is what came of it.
    /// - Parameter language: a BCP 47 tag.
    public static func jobReady(_ title: String, result: SitePath, in language: String) -> Toast {
        let t = Strings(language: language)
        return Toast(t.jobReady(title), kind: .success, action: Action(label: t.download, href: result))
    }

    /// Long work ended without a result.
    /// - Parameter language: a BCP 47 tag.
    public static func jobFailed(_ title: String, in language: String) -> Toast {
        Toast(Strings(language: language).jobFailed(title), kind: .failure)
    }
}
