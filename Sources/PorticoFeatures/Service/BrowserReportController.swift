import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoBytes
import PorticoHTML
import Synchronization

/// Logs reports of browsers about pages: script errors that no code has caught, and violations of the content security
/// policy. Logs only names and places; the rest may be personal.
final class BrowserReportController: Sendable {
    /// The maximum number of reports logged in a minute, of all browsers together.
    static let reportsPerMinute = 10
    /// The maximum size of a report in bytes.
    private static let limit = 16_384
    /// The maximum number of places of an error in the log; they are the innermost ones.
    private static let places = 8

    private let minute = Mutex((began: ContinuousClock.now, count: 0))

    /// The name of an error and the places in scripts where it happened, separated by spaces.
    func scriptError(_ request: Request, context: PorticoContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Self.limit)
        let words = String(buffer: body).fields(separatedBy: " ", omittingEmpty: true)
        guard let name = words.first, name.wholeMatch(of: /[A-Za-z]{1,40}/) != nil else {
            throw WebError(.badRequest)
        }
        // Leaves out sources that are not public files, such as extensions of the browser.
        let places = words.dropFirst().prefix(Self.places).filter {
            $0.wholeMatch(of: /js\/[\w\/.\-]{1,80}:\d{1,7}:\d{1,7}/) != nil
        }
        if !places.isEmpty, mayLog() {
            context.logger.error(
                "a script failed in a browser",
                metadata: ["error": "\(name)", "at": "\(places.joined(separator: " "))"])
        }
        return Response(status: .noContent)
    }

    /// A violation of the policy, as `report-uri` sends it (Content Security Policy Level 3, 5.3).
    func policyViolation(_ request: Request, context: PorticoContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Self.limit)
        guard let violation = try? JSONDecoder().decode(PolicyReport.self, from: Data(body.readableBytesView)).violation
        else {
            throw WebError(.badRequest)
        }
        if !violation.isOfExtension, mayLog() {
            context.logger.warning("the content security policy blocked something", metadata: violation.metadata)
        }
        return Response(status: .noContent)
    }

    private func mayLog() -> Bool {
        minute.withLock { minute in
            if minute.began.duration(to: .now) > .seconds(60) { minute = (.now, 0) }
            minute.count += 1
            return minute.count <= Self.reportsPerMinute
        }
    }
}

/// The body of a report.
private struct PolicyReport: Decodable {
    struct Violation: Decodable {
        /// `violated-directive` is the name of earlier versions of the standard.
        let effectiveDirective: String?
        let violatedDirective: String?
        let documentURI: String?
        let blockedURI: String?
        let sourceFile: String?
        let lineNumber: Int?

        private enum CodingKeys: String, CodingKey {
            case effectiveDirective = "effective-directive"
            case violatedDirective = "violated-directive"
            case documentURI = "document-uri"
            case blockedURI = "blocked-uri"
            case sourceFile = "source-file"
            case lineNumber = "line-number"
        }
    }

    let violation: Violation

    private enum CodingKeys: String, CodingKey {
        case violation = "csp-report"
    }
}

extension PolicyReport.Violation {
    /// Whether an extension of the browser caused it. Extensions have schemes of their own.
    var isOfExtension: Bool {
        [blockedURI, sourceFile].compactMap(\.self).contains { $0.before(":").ends(with: "extension") }
    }

    /// The directive, and the blocked address and its place without query strings.
    var metadata: Logger.Metadata {
        let directive = (effectiveDirective ?? violatedDirective ?? "").before(" ")
        let places = [
            "directive": String(directive), "blocked": blockedURI.map(Self.origin),
            "page": documentURI.flatMap { URL(string: $0)?.path() },
            "at": sourceFile.flatMap { file in
                (URL(string: file)?.path() ?? file) + (lineNumber.map { ":\($0)" } ?? "")
            },
        ]
        return places.compactMapValues { $0.map { "\($0.limited(toBytes: 100))" } }
    }

    /// The origin of an address; a keyword such as `inline` unchanged.
    private static func origin(_ blocked: String) -> String {
        guard let url = URL(string: blocked), let scheme = url.scheme else { return blocked }
        return url.host.map { "\(scheme)://\($0)" } ?? scheme
    }
}
