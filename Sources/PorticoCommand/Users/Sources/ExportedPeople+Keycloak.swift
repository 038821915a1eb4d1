import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// The export of a realm, or one of its files of users.
private struct KeycloakRealm: Decodable {
    let users: [KeycloakUser]?
}

private struct KeycloakUser: Decodable {
    struct Credential: Codable {
        let type: String
        let credentialData: String?
        let secretData: String?
    }

    let username: String?
    let firstName: String?
    let lastName: String?
    let email: String?
    let emailVerified: Bool?
    let enabled: Bool?
    let credentials: [Credential]?
    let groups: [String]?
    let realmRoles: [String]?
    let clientRoles: [String: [String]]?
    let requiredActions: [String]?
    let serviceAccountClientId: String?

    /// The credential of the password as JSON; nil without a password.
    func passwordHash() throws -> String? {
        guard let credential = credentials?.first(where: { $0.type == "password" }) else { return nil }
        return String(decoding: try JSONEncoder().encode(credential), as: UTF8.self)
    }

    var fullName: String { [firstName, lastName].compactMap(\.self).joined(separator: " ") }

    /// The groups by the last part of their paths, and the roles except those that every realm has; each with its path,
    /// or with the name of the role.
    var memberships: [(group: String, origin: String)] {
        let groups = (groups ?? []).map { (group: String($0.fields(separatedBy: "/").last ?? ""), origin: $0) }
        let roles = (realmRoles ?? []).filter {
            !["offline_access", "uma_authorization"].contains($0) && !$0.begins(with: "default-roles-")
        }
        return groups + roles.map { ($0, "role \($0)") }
    }
}

extension ExportedPeople {
    /// The export of a Keycloak realm with its users.
    init(keycloak file: [UInt8]) throws {
        guard let users = try ExportedJSON.decode(KeycloakRealm.self, file).users else {
            throw CommandFailure("there are no users in this file")
        }
        place = "entry"
        var (services, factors) = (0, 0)
        var origins: [GroupName: Set<String>] = [:]
        var clientRoles: Set<String> = []
        var changes: [String] = []
        for (index, user) in users.enumerated() {
            guard user.serviceAccountClientId == nil else {
                services += 1
                continue
            }
            if user.credentials?.contains(where: { $0.type != "password" }) == true { factors += 1 }
            for (group, origin) in user.memberships {
                if let name = GroupName(group) { origins[name, default: []].insert(origin) }
            }
            for (client, roles) in user.clientRoles ?? [:] { clientRoles.formUnion(roles.map { "\(client) \($0)" }) }
            if user.requiredActions?.contains(where: { $0.isSameBytes(as: "UPDATE_PASSWORD") }) == true {
                changes.append(user.username ?? user.email ?? "")
            }
            add(
                line: index + 1, userName: user.username, name: user.fullName, email: user.email,
                passwordHash: try user.passwordHash(), groups: user.memberships.map(\.group),
                isDisabled: user.enabled == false, isConfirmed: user.emailVerified != false)
        }
        leaveOut(services, "account of a service", "accounts of services")
        leaveOut(factors, "second factor or passkey of a person", "second factors or passkeys of people")
        note("left out, roles of clients", clientRoles.sorted())
        note("must change the password at the next login there, but not here", changes)
        for (name, origins) in origins.sorted(by: { $0.key < $1.key }) where origins.count > 1 {
            note("become one group \(name)", origins.sorted())
        }
    }
}
