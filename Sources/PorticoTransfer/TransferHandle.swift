import CCurl
import Synchronization

/// One transfer: a libcurl easy handle and the objects that must outlive it.
///
/// Requires at least TLS 1.2, verifies certificates and host names, and does not decompress content. Neither
/// environment variables nor the server can redirect the transfer.
///
/// `@unchecked Sendable`: the configuring task owns it until ``Transfers/run(_:)``, then the transfer thread.
/// `abortion` has a lock.
package final class TransferHandle: @unchecked Sendable {
    /// libcurl must be initialized once before use; then all threads can use it.
    static let isReady = portico_curl_global_init() == CURLE_OK

    let curl: UnsafeMutableRawPointer
    private let delegate: any TransferDelegate
    private let problem: UnsafeMutablePointer<CChar>
    /// The error of an aborted transfer; nil if it was not aborted.
    private let abortion = Mutex<TransferError?>(nil)
    /// By option. libcurl needs the head of a list again after each append.
    private var lists: [UInt32: UnsafeMutablePointer<curl_slist>] = [:]

    /// - Parameter protocols: allowed URL schemes, such as "http,https".
    package init(url: String, protocols: String, delegate: any TransferDelegate) throws(TransferError) {
        guard Self.isReady, let curl = curl_easy_init() else { throw TransferError(CURLE_FAILED_INIT) }
        self.curl = curl
        self.delegate = delegate
        problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try check(portico_curl_set_error_buffer(curl, problem))
        try check(portico_curl_set_progress(curl, askWhetherToStop, context))
        try set(CURLOPT_URL, url)
        try set(CURLOPT_PROTOCOLS_STR, protocols)
        // The empty name turns off proxies, including those of environment variables.
        try set(CURLOPT_PROXY, "")
        // Otherwise libcurl uses signals for timeouts, which affect the whole process.
        try set(CURLOPT_NOSIGNAL, 1)
        // Otherwise, if a transfer ends during its name lookup, it stops all others until the resolver replies.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
    }

    deinit {
        curl_easy_cleanup(curl)
        for list in lists.values { curl_slist_free_all(list) }
        problem.deallocate()
    }

    /// Sets a numeric option.
    package func set(_ option: CURLoption, _ value: Int) throws(TransferError) {
        try check(portico_curl_set_number(curl, option, value))
    }

    /// Sets a text option; nil restores its default.
    package func set(_ option: CURLoption, _ value: String?) throws(TransferError) {
        try check(portico_curl_set_text(curl, option, value))
    }

    /// Sets a blob option.
    package func set(_ option: CURLoption, _ bytes: [UInt8]) throws(TransferError) {
        try check(bytes.withUnsafeBytes { portico_curl_set_bytes(curl, option, $0.baseAddress, $0.count) })
    }

    /// Appends to a list option.
    package func append(_ value: String, to option: CURLoption) throws(TransferError) {
        guard let list = curl_slist_append(lists[option.rawValue], value) else {
            throw TransferError(CURLE_OUT_OF_MEMORY)
        }
        lists[option.rawValue] = list
        try check(portico_curl_set_list(curl, option, list))
    }

    /// Sends `size` bytes read from the delegate, and passes all lines of both sides to it.
    package func upload(_ size: Int) throws(TransferError) {
        try check(portico_curl_set_reader(curl, read, context))
        try check(portico_curl_set_listener(curl, listen, context))
        try set(CURLOPT_UPLOAD, 1)
        try check(portico_curl_set_size(curl, CURLOPT_INFILESIZE_LARGE, curl_off_t(size)))
    }

    /// Sends these bytes with POST.
    package func post(_ body: [UInt8]) throws(TransferError) {
        try check(portico_curl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        // An empty array may have no address, and libcurl would then read the body from elsewhere.
        let bytes = body.map(CChar.init(bitPattern:)) + [0]
        try check(portico_curl_set_text(curl, CURLOPT_COPYPOSTFIELDS, bytes))
    }

    /// Passes the header lines and the content of the response to the delegate.
    package func receive() throws(TransferError) {
        try check(portico_curl_set_receiver(curl, receiveLine, receiveBytes, context))
    }

    /// Lets libcurl abort the transfer; callable from any thread. Removing the handle instead would end a partly sent
    /// mail as if it were complete.
    func abort(_ error: TransferError) {
        abortion.withLock { $0 = error }
    }

    var isAborted: Bool { abortion.withLock { $0 != nil } }

    /// The result for libcurl's code at the end.
    func result(_ code: CURLcode) -> Result<Void, TransferError> {
        guard code != CURLE_OK else { return .success(()) }
        return .failure(abortion.withLock(\.self) ?? TransferError(code, detail: String(cString: problem)))
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func check(_ code: CURLcode) throws(TransferError) {
        guard code == CURLE_OK else { throw TransferError(code) }
    }

    fileprivate static func handle(_ context: UnsafeMutableRawPointer?) -> TransferHandle? {
        context.map { Unmanaged<TransferHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate static func delegate(_ context: UnsafeMutableRawPointer?) -> (any TransferDelegate)? {
        handle(context)?.delegate
    }
}

private func read(
    _ target: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let delegate = TransferHandle.delegate(context) else { return Int(CURL_READFUNC_ABORT) }
    return delegate.read(into: UnsafeMutableRawBufferPointer(start: target, count: size * count))
}

private func listen(
    _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ start: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    let delegate = TransferHandle.delegate(context)
    let line = { Substring(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) }
    switch kind {
    case CURLINFO_HEADER_OUT: delegate?.sent(line())
    case CURLINFO_HEADER_IN: _ = delegate?.received(line())
    case CURLINFO_DATA_OUT: delegate?.sentContent()
    default: break
    }
    return 0
}

private func receiveLine(
    _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let bytes = UnsafeRawBufferPointer(start: start, count: size * count)
    let goesOn = TransferHandle.delegate(context)?.received(Substring(decoding: bytes, as: UTF8.self)) == true
    return goesOn ? bytes.count : bytes.count + 1
}

private func receiveBytes(
    _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let bytes = UnsafeRawBufferPointer(start: start, count: size * count)
    return TransferHandle.delegate(context)?.received(bytes) == true ? bytes.count : bytes.count + 1
}

private func askWhetherToStop(
    _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
    TransferHandle.handle(context)?.isAborted == true ? 1 : 0
}
