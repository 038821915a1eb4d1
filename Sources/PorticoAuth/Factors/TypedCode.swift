import PorticoBytes

extension String {
    /// A code that a person typed, as ASCII in lower case: without white space, hyphens and invisible characters. The
    /// digits of every script are 0 to 9, because some keyboards have no others. nil if there is any other character.
    var typedCode: [UInt8]? {
        var code: [UInt8] = []
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .control, .format, .dashPunctuation: continue
            case .decimalNumber: code.append(UInt8(ascii: "0") + UInt8(scalar.properties.numericValue ?? 0))
            default:
                guard scalar.isASCII, UInt8(ascii: scalar).isASCIILetter else { return nil }
                code.append(UInt8(ascii: scalar).asciiLowercased)
            }
        }
        return code
    }
}

extension [UInt8] {
    /// Compares all bytes, also after a difference.
    func isEqualInConstantTime(to other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
