/// How to create the first account, an administrator.
package struct SetupSteps: Hashable, Sendable {
    /// The path of the file with the set-up link, on a server that only its own machine can reach; nil elsewhere, because
    /// strangers need not know it.
    package var linkFile: String?
    /// The name of the program with the command `users add`.
    package var program: String

    package init(linkFile: String? = nil, program: String? = nil) {
        self.linkFile = linkFile
        self.program = program ?? "portico"
    }
}

/// The content of the login cover while nobody has an account: how to create the first one.
struct FirstRun: Sendable {
    let appName: String
    let setup: SetupSteps
    /// Whether people can register.
    let registers: Bool
    let links: BrandLinks

    func link(_ t: Strings) -> TextAround { TextAround(setup.linkFile == nil ? t.firstRunLink : t.firstRunLocalLink) }
    func command(_ t: Strings) -> TextAround { TextAround(t.firstRunCommand) }
}
