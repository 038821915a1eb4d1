import CPostgreSQL
import Foundation
import PorticoSQL

/// The types of columns and values, by the ids of the server's catalogue.
enum TypeID {
    static let bool: Oid = 16
    static let bytes: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let name: Oid = 19
    /// The server infers the type.
    static let unknown: Oid = 0
}

/// The values of a statement in the server's binary form.
struct Values {
    private(set) var types: [Oid] = []
    private var bytes: [UInt8] = []
    /// The places in `bytes`; nil for NULL.
    private var places: [Range<Int>?] = []

    init(_ values: [(any SQLConvertible)?]) {
        types.reserveCapacity(values.count)
        places.reserveCapacity(values.count)
        for value in values { add(value?.sqlValue ?? .null) }
    }

    private mutating func add(_ value: SQLValue) {
        let start = bytes.count
        switch value {
        case .null: types.append(TypeID.unknown)
        case .integer(let number):
            types.append(TypeID.int8)
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text):
            types.append(TypeID.text)
            bytes.append(contentsOf: text.utf8)
        case .bytes(let data):
            types.append(TypeID.bytes)
            bytes.append(contentsOf: data)
        }
        places.append(value == .null ? nil : start..<bytes.count)
    }

    func withPointers<Result>(
        _ work: (_ pointers: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> Result
    ) -> Result {
        // One more byte, because the pointer of an empty text must not be NULL.
        (bytes + [0]).withUnsafeBytes { all in
            let start = all.baseAddress?.assumingMemoryBound(to: CChar.self)
            return work(
                places.map { place in place.flatMap { place in start.map { $0 + place.lowerBound } } },
                places.map { Int32($0?.count ?? 0) }, Array(repeating: 1, count: places.count))
        }
    }
}

/// The result of a statement, with binary columns.
final class Result {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    /// nil if the statement succeeded.
    var failure: PostgreSQLFailure? {
        switch PQresultStatus(handle) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return nil
        default:
            let code = portico_pq_sqlstate(handle).map { String(cString: $0) }
            let message = portico_pq_message(handle) ?? UnsafePointer(PQresultErrorMessage(handle))
            return PostgreSQLFailure(
                // An error without a code is libpq's own.
                code: code ?? "08000", message: message.map { String(cString: $0) } ?? "")
        }
    }

    /// The command that the server ran, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(handle)) }

    /// The number of changed rows.
    var changes: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// - Throws: ``UnknownType``
    func rows() throws -> [SQLRow] {
        let columns = 0..<PQnfields(handle)
        let names = columns.map { String(cString: PQfname(handle, $0)) }
        let types = columns.map { PQftype(handle, $0) }
        return try (0..<PQntuples(handle)).map { row in
            SQLRow(columns: names, values: try columns.map { try value(row, $0, of: types[Int($0)]) })
        }
    }

    /// The column has a type that no Portico table uses.
    struct UnknownType: Error {
        let type: Oid
    }

    private func value(_ row: Int32, _ column: Int32, of type: Oid) throws -> SQLValue {
        guard PQgetisnull(handle, row, column) == 0 else { return .null }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
        return switch type {
        case TypeID.int8: .integer(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        case TypeID.int4: .integer(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
        case TypeID.int2: .integer(Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
        case TypeID.bool: .integer(bytes[0] == 0 ? 0 : 1)
        case TypeID.bytes: .bytes(Data(bytes))
        case TypeID.text, TypeID.name: .text(String(decoding: bytes, as: UTF8.self))
        default: throw UnknownType(type: type)
        }
    }
}
