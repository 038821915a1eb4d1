import CCurl

/// Why a transfer did not end well.
public enum TransferError: Error {
    /// Whoever asked for it was cancelled.
    case cancelled
    /// The transfers were stopped.
    case stopped
    /// What libcurl says: its code, and a sentence.
    case failed(CURLcode, detail: String)

    /// - Parameter detail: what is known of this case; where empty, what the code means.
    init(_ code: CURLcode, detail: String = "") {
        self = .failed(code, detail: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    }
}
