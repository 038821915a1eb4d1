import AsyncHTTPClient
import NIOCore
import NIOSSL

extension HTTPClient.Configuration {
    /// For asking gateways: no redirect is followed, whatever the environment says no proxy is asked, certificates and names
    /// are verified, TLS is 1.2 or newer, and no answer is decompressed.
    ///
    /// - Parameters:
    ///   - trustedRoots: certificates to trust besides those of the system.
    ///   - connectTimeout: what connecting may take.
    public static func gateways(
        trustedRoots: [NIOSSLCertificate] = [], connectTimeout: Duration = .seconds(5)
    ) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = [.certificates(trustedRoots)]
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(connectTimeout)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        // Servers seldom close an idle connection before: a request must not go into one that is just being closed.
        configuration.connectionPool.idleTimeout = .seconds(4)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        // Whoever asks hears at once that nobody answers.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
