import PorticoAuth
import PorticoBytes
import PorticoConfig

extension ExportedPeople {
    /// The table of users of Devise or Laravel.
    ///
    /// - Parameter hash: the column of the password hash.
    init(table file: [UInt8], hash: String) throws {
        let table = try ExportedTable(file)
        (place, refusals) = (table.place, table.refusals)
        for row in table.rows {
            guard row.values[hash] != nil else { throw CommandFailure("there is no column \(hash)") }
            let confirmations = ["confirmed_at", "email_verified_at"].compactMap { row.values[$0] }
            add(
                line: row.line, userName: row.text("username"), name: row.text("name") ?? row.fullName,
                email: row.text("email"), passwordHash: row.text(hash),
                isDisabled: row.text("locked_at") != nil || row.text("deleted_at") != nil
                    || row.truth("active") == false,
                isConfirmed: confirmations.isEmpty || row.text("confirmed_at") ?? row.text("email_verified_at") != nil,
                isAdministrator: row.truth("admin") == true)
        }
    }

    /// The output of Django's `dumpdata auth.user auth.group`, or the table `auth_user`.
    init(django file: [UInt8]) throws {
        let table = try ExportedTable(file)
        (place, refusals) = (table.place, table.refusals)
        let objects = table.rows.map { row in
            guard case .object(let fields) = row.values["fields"] else { return row }
            return ExportedTable.Row(line: row.line, values: fields)
        }
        var groups: [String: String] = [:]
        for (row, object) in zip(table.rows, objects) where row.text("model") == "auth.group" {
            if let key = row.text("pk") { groups[key] = object.text("name") }
        }
        var (others, unnamed) = (0, 0)
        for object in objects {
            guard object.values["password"] != nil else {
                others += 1
                continue
            }
            let keys = object.groupKeys
            let names = keys.compactMap { groups[$0] ?? (Int($0) == nil ? $0 : nil) }
            unnamed += keys.count - names.count
            let hash = object.text("password")
            add(
                line: object.line, userName: object.text("username"), name: object.fullName ?? object.text("name"),
                email: object.text("email"),
                // Django marks an account without a password by an exclamation mark and random characters.
                passwordHash: hash?.begins(with: "!") == true ? nil : hash, groups: names,
                isDisabled: object.truth("is_active") == false, isAdministrator: object.truth("is_superuser") == true)
        }
        guard !people.isEmpty || objects.isEmpty else { throw CommandFailure("there is no column password") }
        leaveOut(others - groups.count, "object without a password", "objects without a password")
        leaveOut(unnamed, "membership of a group without a name", "memberships of groups without a name")
    }
}

extension ExportedTable.Row {
    /// First and last name; nil if both are missing.
    fileprivate var fullName: String? {
        let names = [text("first_name"), text("last_name")].compactMap(\.self)
        return names.isEmpty ? nil : names.joined(separator: " ")
    }

    /// The groups of a Django account: their numbers, or with `--natural-foreign` their names in arrays of their own.
    fileprivate var groupKeys: [String] {
        guard case .list(let groups) = values["groups"] else { return [] }
        return groups.compactMap { group in
            switch group {
            case .integer(let number): return String(number)
            case .text(let name): return name
            case .list(let names):
                guard case .text(let name) = names.first else { return nil }
                return name
            default: return nil
            }
        }
    }
}
