import CCurl
import COpenSSL
import Foundation

/// PEM certificates from a file, for verifying servers.
package struct TrustedCertificates: Sendable {
    private let bytes: [UInt8]

    /// nil if the file cannot be read or contains no certificate.
    package init?(file: String) {
        guard let bytes = FileManager.default.contents(atPath: file), Self.isValid(file) else { return nil }
        self.bytes = Array(bytes)
    }

    /// Lets a transfer trust these certificates besides the system's.
    package func trust(in handle: TransferHandle) throws(TransferError) {
        try handle.set(CURLOPT_CAINFO_BLOB, bytes + Self.system)
    }

    private static func isValid(_ file: String) -> Bool {
        guard let context = SSL_CTX_new(TLS_client_method()) else { return false }
        defer { SSL_CTX_free(context) }
        return SSL_CTX_load_verify_file(context, file) == 1
    }

    /// The system's certificates, if libcurl reads them only from a file. It searches a directory in any case.
    private static let system: [UInt8] = {
        guard let version = curl_version_info(CURLVERSION_SEVENTH)?.pointee, version.capath == nil,
            let file = version.cainfo
        else { return [] }
        return FileManager.default.contents(atPath: String(cString: file)).map { Array("\n".utf8) + $0 } ?? []
    }()
}
