import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// The headers of every response (ASVS 5.0, 3.4.1 to 3.4.8).
package struct SecurityHeaders: Sendable {
    /// For every response.
    package let common: HTTPFields
    /// For personal pages: `common`, no caching, UTF-8 HTML.
    package let page: HTTPFields
    /// The Content-Security-Policy of a login cover that a page of a protected application has in a frame.
    private let framedPolicy: String

    /// - Parameters:
    ///   - protectedOrigins: the origins of protected applications. A form may finally redirect to them, and they may show
    ///     the cover in a frame.
    ///   - providerOrigins: the origins of identity providers, to which a form may redirect.
    ///   - hstsSubdomains: whether HSTS includes the subdomains of the origin's host.
    ///   - trustedTypes: the names of the Trusted Types policies that the application's scripts may create.
    package init(
        origin: PublicOrigin, protectedOrigins: [String] = [], providerOrigins: [String] = [],
        hstsSubdomains: Bool = true, trustedTypes: [String] = []
    ) {
        let formTargets = protectedOrigins + providerOrigins
        framedPolicy = Self.contentSecurityPolicy(
            formTargets, ancestors: (["'self'"] + protectedOrigins).joined(separator: " "), trustedTypes)
        var fields: HTTPFields = [
            .contentSecurityPolicy: Self.contentSecurityPolicy(formTargets, ancestors: "'none'", trustedTypes),
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "same-origin",
            .crossOriginOpenerPolicy: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            .permissionsPolicy: "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
        ]
        if origin.isSecure {
            fields[.strictTransportSecurity] = "max-age=63072000" + (hstsSubdomains ? "; includeSubDomains" : "")
        }
        common = fields
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.cacheControl] = "no-store"
        // The language of a page.
        fields[.vary] = "Accept-Language, Cookie"
        page = fields
    }

    /// Lets pages of protected applications show the response in a frame, if `request` comes from a frame.
    package func allowFrame(of response: inout Response, to request: Request) {
        if request.isFramed { response.headers[.contentSecurityPolicy] = framedPolicy }
    }

    /// Adds missing headers. Responses of pages and public files begin with all of them, so this check is fast.
    package func complete(_ response: inout Response) {
        guard !response.headers.starts(with: common) else { return }
        for field in common where response.headers[field.name] == nil { response.headers.append(field) }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }

    private static func contentSecurityPolicy(
        _ formTargets: [String], ancestors: String, _ trustedTypes: [String]
    ) -> String {
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        return """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
            manifest-src 'self'; form-action \(targets); frame-ancestors \(ancestors); base-uri 'none'; object-src 'none'; \
            require-trusted-types-for 'script'; trusted-types \((["portico"] + trustedTypes).joined(separator: " ")); \
            report-uri \(SitePath.policyViolations)
            """
    }
}
