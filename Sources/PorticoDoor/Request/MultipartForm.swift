import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes

/// The fields of a `multipart/form-data` form (RFC 7578).
struct MultipartForm: Hashable, Sendable {
    /// A file in a file field.
    struct Upload: Hashable, Sendable {
        /// The name of the field.
        let field: String
        let file: UploadedFile
    }

    /// In the order sent.
    private(set) var fields: [FormField] = []
    /// The chosen files, in the order sent.
    private(set) var uploads: [Upload] = []

    /// The names of the file fields with a file.
    var files: [String] { uploads.map(\.field) }

    /// `nil` for a malformed form: no boundary, an unterminated part, text that is not UTF-8.
    init?(_ body: [UInt8], contentType: String) {
        guard let boundary = HeaderParameters(contentType[...])["boundary"], (1...70).contains(boundary.utf8.count)
        else {
            return nil
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter can start the body without a line break.
        let bytes = [13, 10] + body
        guard var rest = bytes[...].firstRange(of: delimiter).map({ bytes[$0.upperBound...] }) else { return nil }
        while !rest.starts(with: Array("--".utf8)) {
            let padding = rest.prefix(while: \.isASCIIBlank).count
            rest = rest.dropFirst(padding)
            guard rest.starts(with: [13, 10]) else { return nil }
            // This line break belongs to the delimiter before it, not to the next one.
            rest = rest.dropFirst(2)
            guard let end = rest.firstRange(of: delimiter), add(part: rest[..<end.lowerBound]) else { return nil }
            rest = rest[end.upperBound...]
        }
    }

    /// Adds a part; ignores one without a name. Returns whether the part is well-formed.
    private mutating func add(part: ArraySlice<UInt8>) -> Bool {
        let blank: [UInt8] = [13, 10, 13, 10]
        guard let end = part.firstRange(of: blank) else { return false }
        let lines = String(decoding: part[..<end.lowerBound], as: UTF8.self).fields { $0 == 13 || $0 == 10 }
        let headers = lines.compactMap { $0.cut(at: ":") }
        let header = { (name: String) in
            headers.first { $0.before.isEqualIgnoringASCIICase(to: name) }?.after.trimmed() ?? ""
        }
        let parameters = HeaderParameters(header("content-disposition"))
        guard let name = parameters["name"].map(Self.name) else { return true }
        if let fileName = parameters["filename"] {
            guard !fileName.isEmpty else { return true }
            let bytes = Array(part[end.upperBound...])
            let file = UploadedFile(
                name: Self.name(fileName), mediaType: String(header("content-type")), bytes: bytes)
            uploads.append(Upload(field: name, file: file))
            return true
        }
        guard let value = String(validating: part[end.upperBound...], as: UTF8.self) else { return false }
        guard let field = name.dropping(prefix: Self.carried) else {
            fields.append(FormField(name: name, value: value))
            return true
        }
        guard let file = Self.file(carried: value) else { return false }
        uploads.append(Upload(field: String(field), file: file))
        return true
    }

    /// The prefix of the names of text fields with a file. A page cannot fill in a file field. To send a form again, it
    /// has such a field instead, with the bytes in base64, the media type and the name, separated by commas.
    private static let carried = "carried-file:"

    /// Pages of earlier versions have only the bytes.
    private static func file(carried text: String) -> UploadedFile? {
        let parts = text.fields(separatedBy: ",", maxSplits: 2).map(String.init)
        guard parts.count != 2, let bytes = Data(base64Encoded: parts[0]) else { return nil }
        let (mediaType, name) = parts.count == 3 ? (parts[1], parts[2]) : ("", "")
        return UploadedFile(name: name, mediaType: mediaType, bytes: Array(bytes))
    }

    private static func carried(_ file: UploadedFile) -> String {
        // A comma would end the media type.
        "\(Data(file.bytes).base64EncodedString()),\(file.mediaType.before(",")),\(file.name)"
    }

    /// The names and values of text fields that can restore this form, files included.
    var textFields: [FormField] {
        fields + uploads.map { FormField(name: Self.carried + $0.field, value: Self.carried($0.file)) }
    }

    /// Browsers escape only these three characters (HTML standard, 4.10.21.8).
    private static func name(_ sent: String) -> String {
        sent.replacing(bytes: "%22", with: "\"").replacing(bytes: "%0D", with: "\r")
            .replacing(bytes: "%0A", with: "\n")
    }
}

/// The parameters of a header field: `type; name=value; name="value"`.
private struct HeaderParameters {
    private var values: [String: String] = [:]

    subscript(name: String) -> String? { values[name] }

    init(_ text: Substring) {
        var rest = Substring(text)
        while let parameter = rest.cut(at: ";")?.after {
            rest = parameter
            let name = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") })
            guard let value = rest[name.endIndex...].dropping(prefix: "=") else { continue }
            rest = value
            let key = name.trimmed().asciiLowercased
            let content = Self.value(&rest)
            if values[key] == nil { values[key] = content }
        }
    }

    /// A quoted value ends at the next quotation mark: browsers do not escape with backslashes.
    private static func value(_ rest: inout Substring) -> String {
        guard let quoted = rest.dropping(prefix: "\"") else {
            let value = rest.before(";")
            rest = rest[value.endIndex...]
            return String(value.trimmed())
        }
        let value = quoted.before("\"")
        rest = quoted[value.endIndex...]
        return String(value)
    }
}

extension Request {
    /// Whether the body is `multipart/form-data`.
    package var hasMultipartForm: Bool {
        headers[.contentType]?.before(";").trimmed().isEqualIgnoringASCIICase(to: "multipart/form-data") ?? false
    }
}
