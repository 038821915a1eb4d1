import Testing

@testable import PorticoCommand

@Suite("A program")
struct ProgramTests {
    @Test("reads the file of options in /etc that has its name, if it is installed")
    func configurationFile() {
        func file(of path: String?, exists: Bool = true) -> String? {
            Program.configurationFile(of: path) { _ in exists }
        }
        #expect(file(of: "/usr/bin/portico") == "/etc/portico/portico.json")
        #expect(file(of: "/usr/local/bin/bookshop") == "/etc/bookshop/bookshop.json")
        #expect(file(of: "/usr/bin/portico", exists: false) == nil)
        #expect(file(of: "/srv/portico/.build/debug/portico") == nil)
        #expect(file(of: "/opt/usr/bin/portico") == nil)
        #expect(file(of: nil) == nil)
    }
}
