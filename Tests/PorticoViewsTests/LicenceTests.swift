import Foundation
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Licences")
struct LicenceTests {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Package.swift")

    @Test func `every package that the server is built from has one`() throws {
        let manifest = try String(contentsOf: Self.package, encoding: .utf8)
        let packages = manifest.matches(of: /\.package\(url: "https:\/\/github\.com\/[^\/]+\/([^"]+)"/).map {
            $0.output.1.lowercased()
        }
        #expect(packages.count >= 11)
        for package in packages { #expect(Licence(id: package) != nil, "\(package)") }
    }

    @Test func `every system library that the server is built from has one`() throws {
        let manifest = try String(contentsOf: Self.package, encoding: .utf8)
        let libraries = manifest.matches(of: /\.systemLibrary\(\s*name: "C([^"]+)"/).map { $0.output.1.lowercased() }
        #expect(libraries.count >= 2)
        for library in libraries { #expect(Licence(id: library) != nil, "\(library)") }
    }

    @Test func `names and addresses are unique, and only listed licences have them`() {
        #expect(Set(Licence.all.map(\.id)).count == Licence.all.count)
        #expect(Set(Licence.all.map(\.name)).count == Licence.all.count)
        #expect(Set(Licence.all.map(\.path)).count == Licence.all.count)
        #expect(Licence(id: "") == nil)
        #expect(Licence(id: "nothing") == nil)
    }

    @Test(arguments: Licence.all)
    func `shows its notice and the whole text of its terms`(licence: Licence) {
        let page = render(LicencePage(licence))
        if let copyright = licence.copyright {
            #expect(page.contains(copyright.replacing("<", with: "&lt;").replacing(">", with: "&gt;")))
        }
        let ending =
            switch licence.terms {
            case .apache: "permissions and limitations under the License.</p>"
            case .apacheWithException: "4(a), 4(b) and 4(d) of the License.</p>"
            case .curl: "written authorization of the copyright\nholder.</p>"
            case .lgpl: "That's all there is to it!</p>"
            case .png: "from any source or altered source\ndistribution.</p>"
            case .postgreSQL: "ENHANCEMENTS, OR\nMODIFICATIONS.</p>"
            case .bsd: "OF THIS\nSOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.</p>"
            case .mit: "OTHER DEALINGS IN THE SOFTWARE.</p>"
            case .publicDomain: "taking more than you give.</p>"
            }
        #expect(page.contains(ending))
        #expect(count(of: "<h1", in: page) == 1)
    }

    @Test(arguments: Licence.Terms.allCases)
    func `all terms are in use`(terms: Licence.Terms) {
        #expect(Licence.all.contains { $0.terms == terms })
    }
}
