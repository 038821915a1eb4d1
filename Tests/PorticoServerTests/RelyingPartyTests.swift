import PorticoAuth
import PorticoFeatures
import Testing

@testable import PorticoServer

@Suite("G1 The site of passkeys")
struct RelyingPartyTests {
    @Test(
        "is the host and the exact origin of the installation",
        arguments: [
            ("https://door.example", "door.example", "https://door.example"),
            ("https://DOOR.example:443/", "door.example", "https://door.example"),
            ("https://door.example:8443", "door.example", "https://door.example:8443"),
            ("http://localhost:8080", "localhost", "http://localhost:8080"),
            ("https://1.door.example2", "1.door.example2", "https://1.door.example2"),
        ])
    func site(text: String, id: String, origin: String) throws {
        let party = RelyingParty(try PublicOrigin(text), framedBy: ["b.example:8443", "a.example"])
        let scheme = text.hasPrefix("https") ? "https" : "http"
        let hosts = ["\(scheme)://a.example", "\(scheme)://b.example:8443"]
        #expect(party == RelyingParty(id: id, origin: origin, topOrigins: hosts))
    }

    @Test(
        "trap 12: there is none for an address, nor for plain HTTP elsewhere than on localhost",
        arguments: ["https://127.0.0.1", "https://192.0.2.1:8443", "https://[2001:db8::1]", "http://127.0.0.1:8080"])
    func none(text: String) throws {
        let origin = try PublicOrigin(text)
        #expect(RelyingParty(origin, framedBy: []) == nil)
    }
}
