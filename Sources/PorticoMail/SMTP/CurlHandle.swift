import CCurl

/// What libcurl said instead of doing what it should: its code, and more where it knew more.
struct CurlError: Error {
    let code: CURLcode
    let detail: String

    init(_ code: CURLcode, detail: String = "") {
        self.code = code
        self.detail = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    }
}

/// One of libcurl's easy handles, and what must live as long as it does.
struct CurlHandle: ~Copyable {
    /// libcurl must be set up once, before anything else; it may be used from any thread then.
    private static let isReady = portico_curl_global_init() == CURLE_OK

    private let curl: UnsafeMutableRawPointer
    private let problem = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private let recipients = UnsafeMutablePointer<UnsafeMutablePointer<curl_slist>?>.allocate(capacity: 1)

    init() throws(CurlError) {
        guard Self.isReady, let curl = curl_easy_init() else { throw CurlError(CURLE_FAILED_INIT) }
        self.curl = curl
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        recipients.initialize(to: nil)
    }

    deinit {
        curl_easy_cleanup(curl)
        curl_slist_free_all(recipients.pointee)
        recipients.deallocate()
        problem.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check(portico_curl_set_number(curl, option, value))
    }

    func set(_ option: CURLoption, _ value: String?) throws(CurlError) {
        try check(portico_curl_set_text(curl, option, value))
    }

    func setRecipient(_ address: String) throws(CurlError) {
        guard let list = curl_slist_append(recipients.pointee, address) else { throw CurlError(CURLE_OUT_OF_MEMORY) }
        recipients.pointee = list
        try check(portico_curl_set_list(curl, CURLOPT_MAIL_RCPT, list))
    }

    /// Sends what the dialogue has, and tells it what is said. It must outlive the handle.
    func connect(_ dialogue: SMTPDialogue) throws(CurlError) {
        let context = Unmanaged.passUnretained(dialogue).toOpaque()
        try check(portico_curl_set_error_buffer(curl, problem))
        try check(portico_curl_set_reader(curl, readContent, context))
        try check(portico_curl_set_listener(curl, listen, context))
        try check(portico_curl_set_progress(curl, askWhetherToStop, context))
        try set(CURLOPT_UPLOAD, 1)
        try check(portico_curl_set_size(curl, CURLOPT_INFILESIZE_LARGE, curl_off_t(dialogue.size)))
    }

    func perform() throws(CurlError) {
        let code = curl_easy_perform(curl)
        guard code != CURLE_OK else { return }
        throw CurlError(code, detail: String(cString: problem))
    }

    private func check(_ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw CurlError(code) }
    }
}

private func dialogue(_ context: UnsafeMutableRawPointer?) -> SMTPDialogue? {
    context.map { Unmanaged<SMTPDialogue>.fromOpaque($0).takeUnretainedValue() }
}

private func readContent(
    _ target: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let dialogue = dialogue(context) else { return Int(CURL_READFUNC_ABORT) }
    return dialogue.read(into: UnsafeMutableRawBufferPointer(start: target, count: size * count))
}

private func listen(
    _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ start: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    let line = { Substring(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) }
    switch kind {
    case CURLINFO_HEADER_OUT: dialogue(context)?.sent(line())
    case CURLINFO_HEADER_IN: dialogue(context)?.received(line())
    case CURLINFO_DATA_OUT: dialogue(context)?.sentContent()
    default: break
    }
    return 0
}

private func askWhetherToStop(
    _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
    dialogue(context)?.isStopped == true ? 1 : 0
}
