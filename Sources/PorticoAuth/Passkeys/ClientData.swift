import Foundation
import PorticoBytes

/// The browser's report of a ceremony, as JSON (WebAuthn level 3, 5.8.1).
struct ClientData: Decodable {
    /// The member `type`.
    enum Ceremony: String {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// In bytes. Browsers write some 300, and longer ones for long origins.
    private static let longest = 4_096

    let type: String
    /// Unpadded base64url.
    let challenge: String
    private let origin: String
    private let crossOrigin: Bool?
    private let topOrigin: String?

    init(json: Data) throws(PasskeyProblem) {
        guard json.count <= Self.longest else { throw .length }
        // The decoder also reads UTF-16, UTF-32 and a byte order mark, which browsers do not write.
        guard json.first == UInt8(ascii: "{"), !json.contains(0), String(validating: json, as: UTF8.self) != nil,
            let decoded = try? JSONDecoder().decode(Self.self, from: json)
        else { throw .clientData }
        self = decoded
    }

    /// The answered challenge, before verification, to find it among those in force.
    static func claimedChallenge(in json: Data) throws(PasskeyProblem) -> Data {
        guard let challenge = Data(base64URL: try ClientData(json: json).challenge) else { throw .challenge }
        return challenge
    }

    func check(_ ceremony: Ceremony, challenge: Data, by party: RelyingParty) throws(PasskeyProblem) {
        guard type.isSameBytes(as: ceremony.rawValue) else { throw .ceremony }
        guard self.challenge.isSameBytes(as: challenge.base64URL) else { throw .challenge }
        guard origin.isSameBytes(as: party.origin) else { throw .origin }
        guard isFrameAllowed(for: ceremony, by: party) else { throw .topOrigin }
    }

    /// The login page may be in a frame; no page that adds a passkey is.
    private func isFrameAllowed(for ceremony: Ceremony, by party: RelyingParty) -> Bool {
        guard crossOrigin == true else { return topOrigin == nil }
        guard ceremony == .assertion, let topOrigin else { return false }
        return party.topOrigins.contains { $0.isSameBytes(as: topOrigin) }
    }
}
