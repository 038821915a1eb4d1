import PorticoCommand
import PorticoFeatures

/// The executable `portico`: the front door without pages of an application.
@main
struct PorticoProgram: PorticoApplication {
    func addPages(to main: inout MainSection) {}
}
