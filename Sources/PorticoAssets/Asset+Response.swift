import HTTPTypes
import Hummingbird
import NIOCore
import PorticoBytes

extension Asset {
    /// Responds with the whole file, one range of it, or 304 if the client's copy is current (RFC 9110, sections 13 and
    /// 14).
    func response(to request: Request) async -> Response {
        let wantsPart = request.headers[.range] != nil
        let form = wantsPart ? identity : await preferredForm(request.headers[.acceptEncoding]) ?? identity
        let fields = form.fields
        if let known = request.headers[.ifNoneMatch], matches(known) { return unchanged(fields) }
        guard wantsPart, request.method == .get, isCurrent(request.headers[.ifRange]),
            let range = ByteRange(request.headers[.range] ?? "", of: form.body.readableBytes)
        else { return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: form.body)) }
        return part(range, of: form, fields)
    }

    private func unchanged(_ fields: HTTPFields) -> Response {
        var fields = fields
        for name in [HTTPField.Name.contentType, .contentEncoding, .acceptRanges] { fields[name] = nil }
        var response = Response(status: .notModified, headers: fields)
        response.headers[.contentLength] = nil
        return response
    }

    private func part(_ range: ByteRange, of form: Form, _ fields: HTTPFields) -> Response {
        var fields = fields
        let size = form.body.readableBytes
        switch range {
        case .unsatisfiable:
            fields[.contentRange] = "bytes */\(size)"
            fields[.cacheControl] = "no-store"
            return Response(
                status: .rangeNotSatisfiable, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: "\n")))
        case .bytes(let bounds):
            fields[.contentRange] = "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(size)"
            let slice = form.body.getSlice(at: form.body.readerIndex + bounds.lowerBound, length: bounds.count)
            return Response(
                status: .partialContent, headers: fields, body: ResponseBody(byteBuffer: slice ?? ByteBuffer()))
        }
    }

    private func matches(_ header: String) -> Bool {
        header.fields(separatedBy: ",").contains { candidate in
            let tag = candidate.trimmed()
            let bare = tag.dropping(prefix: "W/") ?? tag
            return bare == "*" || etags.contains { $0 == bare }
        }
    }

    private func isCurrent(_ ifRange: String?) -> Bool {
        ifRange == nil || ifRange == identity.etag
    }

    /// The version in the most preferred coding that a value of `Accept-Encoding` admits and that makes the file
    /// smaller. A coding's own entry takes precedence over `*` (RFC 9110, 12.5.3).
    private func preferredForm(_ header: String?) async -> Form? {
        guard let header else { return nil }
        let entries = header.asciiLowercased.fields(separatedBy: ",", omittingEmpty: true).map { entry in
            entry.fields(separatedBy: ";").map { String($0.trimmed()) }
        }
        for coding in ContentCoding.allCases {
            let entry = entries.first { $0.first == coding.rawValue } ?? entries.first { $0.first == "*" }
            let isRefused = entry?.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) } ?? true
            if !isRefused, let form = await form(in: coding) { return form }
        }
        return nil
    }
}

/// One byte range (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    case bytes(Range<Int>)
    case unsatisfiable

    /// `nil` unless `header` is a single well-formed byte range; the header is then ignored.
    init?(_ header: String, of size: Int) {
        guard let (unit, range) = header.cut(at: "="), unit.isEqualIgnoringASCIICase(to: "bytes") else { return nil }
        let ends = range.fields(separatedBy: "-", maxSplits: 1)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            self = first < size ? .bytes(first..<min(last, size - 1) + 1) : .unsatisfiable
        case (let first?, nil):
            self = first < size ? .bytes(first..<size) : .unsatisfiable
        case (nil, let count?):
            self = count > 0 && size > 0 ? .bytes(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil):
            return nil
        }
    }

    /// The value of decimal digits, `Int.max` if it overflows; `nil` for an empty string.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }
}
