/// The content of the login cover while nobody has an account: how to create the first one.
struct FirstRun: Sendable {
    let appName: String
    let links: BrandLinks

    func link(_ t: Strings) -> TextAround { TextAround(t.firstRunLink) }
    func command(_ t: Strings) -> TextAround { TextAround(t.firstRunCommand) }
}
