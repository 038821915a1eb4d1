import GRDB

extension Cursor {
    /// The first values that `make` makes of elements, passing over those that it makes nothing of.
    func first<Value>(_ count: Int, _ make: (Element) throws -> Value?) throws -> [Value] {
        var values: [Value] = []
        while values.count < count, let element = try next() {
            if let value = try make(element) { values.append(value) }
        }
        return values
    }
}
