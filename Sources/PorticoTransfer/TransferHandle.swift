import CCurl
import Synchronization

/// One transfer: an easy handle of libcurl, with what must live as long as it does.
///
/// TLS is 1.2 or newer, certificates and names are verified, nothing is decompressed, and neither the environment nor a server
/// can make it go elsewhere.
///
/// `@unchecked` because it belongs to the task that configures it, and from ``Transfers/run(_:)`` on to the thread of the
/// transfers, besides `abortion`, which has a lock.
public final class TransferHandle: @unchecked Sendable {
    /// libcurl must be set up once, before anything else; it may be used from any thread then.
    static let isReady = portico_curl_global_init() == CURLE_OK

    let curl: UnsafeMutableRawPointer
    private let delegate: any TransferDelegate
    private let problem: UnsafeMutablePointer<CChar>
    /// What it ends with, where it is broken off.
    private let abortion = Mutex<TransferError?>(nil)
    /// By option, because libcurl wants the beginning of a list again whenever it has grown.
    private var lists: [UInt32: UnsafeMutablePointer<curl_slist>] = [:]

    /// - Parameter protocols: those that the address may have, such as "http,https".
    public init(url: String, protocols: String, delegate: any TransferDelegate) throws(TransferError) {
        guard Self.isReady, let curl = curl_easy_init() else { throw TransferError(CURLE_FAILED_INIT) }
        self.curl = curl
        self.delegate = delegate
        problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try check(portico_curl_set_error_buffer(curl, problem))
        try check(portico_curl_set_progress(curl, askWhetherToStop, context))
        try set(CURLOPT_URL, url)
        try set(CURLOPT_PROTOCOLS_STR, protocols)
        // An empty name: no proxy, whatever the environment says.
        try set(CURLOPT_PROXY, "")
        // Without it libcurl would interrupt the whole process to time out.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
    }

    deinit {
        curl_easy_cleanup(curl)
        for list in lists.values { curl_slist_free_all(list) }
        problem.deallocate()
    }

    public func set(_ option: CURLoption, _ value: Int) throws(TransferError) {
        try check(portico_curl_set_number(curl, option, value))
    }

    /// Nil puts the option back to what it is without a value.
    public func set(_ option: CURLoption, _ value: String?) throws(TransferError) {
        try check(portico_curl_set_text(curl, option, value))
    }

    /// For options that take a blob.
    public func set(_ option: CURLoption, _ bytes: [UInt8]) throws(TransferError) {
        try check(bytes.withUnsafeBytes { portico_curl_set_bytes(curl, option, $0.baseAddress, $0.count) })
    }

    /// For options that take a list.
    public func append(_ value: String, to option: CURLoption) throws(TransferError) {
        guard let list = curl_slist_append(lists[option.rawValue], value) else {
            throw TransferError(CURLE_OUT_OF_MEMORY)
        }
        lists[option.rawValue] = list
        try check(portico_curl_set_list(curl, option, list))
    }

    /// Sends `size` bytes that the delegate gives, and tells it every line of both sides.
    public func upload(_ size: Int) throws(TransferError) {
        try check(portico_curl_set_reader(curl, read, context))
        try check(portico_curl_set_listener(curl, listen, context))
        try set(CURLOPT_UPLOAD, 1)
        try check(portico_curl_set_size(curl, CURLOPT_INFILESIZE_LARGE, curl_off_t(size)))
    }

    /// Sends these bytes with the method POST.
    public func post(_ body: [UInt8]) throws(TransferError) {
        try check(portico_curl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        // An array without elements has no address, and without one libcurl would read from elsewhere.
        let bytes = body.map(CChar.init(bitPattern:)) + [0]
        try check(portico_curl_set_text(curl, CURLOPT_COPYPOSTFIELDS, bytes))
    }

    /// Gives the delegate the head and the content of an answer.
    public func receive() throws(TransferError) {
        try check(portico_curl_set_receiver(curl, receiveLine, receiveBytes, context))
    }

    /// Has libcurl break it off; from any thread, because that of the transfers may wait for this one. Just taken away from
    /// libcurl, a mail that has left in part would be ended as if it were whole.
    func abort(_ error: TransferError) {
        abortion.withLock { $0 = error }
    }

    var isAborted: Bool { abortion.withLock { $0 != nil } }

    /// What the end of the transfer means.
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
