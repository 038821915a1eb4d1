import CCBOR

/// A map of CBOR (RFC 8949), opened by libcbor. Attestation objects, public keys and extensions are such maps.
struct CBORMap {
    /// A key of the map (RFC 9052, section 1.5).
    enum Label: Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
        case integer(Int)
        case text(String)

        init(integerLiteral value: Int) { self = .integer(value) }
        init(stringLiteral value: String) { self = .text(value) }
    }

    enum Value: Hashable {
        case integer(Int)
        case bytes([UInt8])
        case text(String)
        /// Nothing here needs the contents of arrays, maps, tags, numbers with a fraction and simple values.
        case other
    }

    private let values: [Label: Value]

    var labels: Set<Label> { Set(values.keys) }

    /// nil if there is no integer with this label.
    func integer(_ label: Label) -> Int? {
        guard case .integer(let integer) = values[label] else { return nil }
        return integer
    }

    /// nil if there is no text with this label.
    func text(_ label: Label) -> String? {
        guard case .text(let text) = values[label] else { return nil }
        return text
    }

    /// nil if there is no byte string with this label.
    func bytes(_ label: Label) -> [UInt8]? {
        guard case .bytes(let bytes) = values[label] else { return nil }
        return bytes
    }

    /// Opens the map at the beginning of `bytes` and removes it from them. nil if there is none, if it has an
    /// indefinite length, or if it has a label twice or one that is neither an integer nor a text.
    init?(opening bytes: inout ArraySlice<UInt8>) {
        let opened = bytes.withUnsafeBufferPointer { Self.open($0) }
        guard let opened else { return nil }
        values = opened.values
        bytes = bytes.dropFirst(opened.count)
    }

    private static func open(_ bytes: UnsafeBufferPointer<UInt8>) -> (values: [Label: Value], count: Int)? {
        guard isPlausible(bytes) else { return nil }
        var result = cbor_load_result()
        var item: UnsafeMutablePointer<cbor_item_t>? = cbor_load(bytes.baseAddress, bytes.count, &result)
        guard let map = item else { return nil }
        defer { cbor_decref(&item) }
        guard cbor_isa_map(map), cbor_map_is_definite(map) else { return nil }
        var values: [Label: Value] = [:]
        for pair in UnsafeBufferPointer(start: cbor_map_handle(map), count: cbor_map_size(map)) {
            guard let key = pair.key, let value = pair.value, let label = Label(Value(key)),
                values.updateValue(Value(value), forKey: label) == nil
            else { return nil }
        }
        return (values, result.read)
    }

    /// Whether all arrays and maps together announce no more items than there are bytes. libcbor reserves memory for
    /// the announced items before it reads them: without this check, nine bytes cost gigabytes.
    private static func isPlausible(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var callbacks = cbor_empty_callbacks
        callbacks.array_start = { announced, count in CBORMap.add(count, to: announced) }
        callbacks.map_start = { announced, count in
            CBORMap.add(count, to: announced)
            CBORMap.add(count, to: announced)
        }
        var announced: UInt = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeBufferPointer(rebasing: rest)
            let step = cbor_stream_decode(part.baseAddress, part.count, &callbacks, &announced)
            guard step.status == CBOR_DECODER_FINISHED else { break }
            rest = rest.dropFirst(step.read)
        }
        return announced <= UInt(bytes.count)
    }

    private static func add(_ count: Int, to announced: UnsafeMutableRawPointer?) {
        guard let announced = announced?.assumingMemoryBound(to: UInt.self) else { return }
        let (sum, isTooLarge) = announced.pointee.addingReportingOverflow(UInt(bitPattern: count))
        announced.pointee = isTooLarge ? .max : sum
    }
}

extension CBORMap.Label {
    init?(_ value: CBORMap.Value) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .text(let text): self = .text(text)
        case .bytes, .other: return nil
        }
    }
}

extension CBORMap.Value {
    init(_ item: UnsafeMutablePointer<cbor_item_t>) {
        // libcbor aborts the process if a function gets an item of another type.
        switch cbor_typeof(item) {
        case CBOR_TYPE_UINT:
            self = Int(exactly: cbor_get_int(item)).map { .integer($0) } ?? .other
        case CBOR_TYPE_NEGINT:
            self = Int(exactly: cbor_get_int(item)).map { .integer(-1 - $0) } ?? .other
        case CBOR_TYPE_BYTESTRING where cbor_bytestring_is_definite(item):
            let length = cbor_bytestring_length(item)
            self = .bytes(Array(UnsafeBufferPointer(start: cbor_bytestring_handle(item), count: length)))
        case CBOR_TYPE_STRING where cbor_string_is_definite(item):
            let bytes = UnsafeBufferPointer(start: cbor_string_handle(item), count: cbor_string_length(item))
            self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .other
        default:
            self = .other
        }
    }
}
