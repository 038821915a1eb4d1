import PorticoFeatures
import PorticoServer

/// An application behind the front door, as a program: its pages, and the command line of Portico.
///
/// ```swift
/// @main
/// struct Shop: PorticoApplication {
///     func addPages(to main: inout MainSection) {
///         main.page("/hello", title: "Hello") { _, context in HelloPage(name: context.account.name) }
///     }
/// }
/// ```
///
/// The program has every command of `portico`: `serve`, `users`, `config` and so on. If a command fails, it prints a
/// sentence on standard error and exits with 1.
public protocol PorticoApplication: Sendable {
    /// Creates the application when the server starts, and for the command `routes`. The other commands do not create it.
    init() async throws

    /// Adds the pages of the application to the main section.
    func addPages(to main: inout MainSection)
}

extension PorticoApplication {
    /// Runs the command that the arguments name, and ends the process.
    public static func main() async {
        await PorticoCommand<Self>.main()
    }
}
