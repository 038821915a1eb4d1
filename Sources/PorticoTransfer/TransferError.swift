import CCurl

/// A transfer failed.
package enum TransferError: Error {
    /// The calling task was cancelled.
    case cancelled
    /// The transfers were stopped.
    case stopped
    /// libcurl's error code and a description.
    case failed(CURLcode, detail: String)

    /// - Parameter detail: a specific description; if empty, the general one of the code.
    init(_ code: CURLcode, detail: String = "") {
        self = .failed(code, detail: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    }
}
