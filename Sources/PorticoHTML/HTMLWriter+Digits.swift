extension HTMLWriter {
    /// Writes an integer in decimal, without a temporary string if it fits in 64 bits.
    @inlinable
    mutating func digits(of value: some BinaryInteger) {
        guard let magnitude = UInt64(exactly: value.magnitude) else {
            output.append(contentsOf: String(value).utf8)
            return
        }
        digits(of: magnitude, isNegative: value < 0)
    }

    @usableFromInline
    mutating func digits(of magnitude: UInt64, isNegative: Bool) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = magnitude
            var start = digits.endIndex
            repeat {
                start -= 1
                digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            } while rest > 0
            if isNegative { output.append(UInt8(ascii: "-")) }
            output.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
        }
    }
}
