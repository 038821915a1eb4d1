import CCurl
import PorticoAuth

/// One connection to a server, for one mail. Blocks the thread that it runs on.
struct SMTPSession {
    let options: SMTPOptions
    let sender: EmailAddress
    let recipient: EmailAddress

    func run(_ dialogue: SMTPDialogue) -> Result<Void, MailFailure> {
        // libcurl still tells the dialogue what it says when its handle goes.
        withExtendedLifetime(dialogue) {
            do throws(CurlError) {
                let handle = try CurlHandle()
                try configure(handle)
                try handle.connect(dialogue)
                try handle.perform()
                return .success(())
            } catch {
                return .failure(MailFailure(error, dialogue, at: options))
            }
        }
    }

    private func configure(_ handle: borrowing CurlHandle) throws(CurlError) {
        try handle.set(CURLOPT_URL, options.url)
        try handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // An empty name: no proxy, whatever the environment says.
        try handle.set(CURLOPT_PROXY, "")
        // Without it libcurl would interrupt the whole process to time out.
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeout * 1000))
        try handle.set(CURLOPT_TIMEOUT_MS, Int(options.timeout * 1000))
        // For the answer to QUIT, too, which the others do not cover.
        try handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(options.timeout.rounded(.up)))
        try secure(handle)
        try authenticate(handle)
        try handle.set(CURLOPT_MAIL_FROM, sender.value)
        try handle.setRecipient(recipient.value)
    }

    private func secure(_ handle: borrowing CurlHandle) throws(CurlError) {
        let level = options.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
        try handle.set(CURLOPT_USE_SSL, Int(level.rawValue))
        try handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        guard let file = options.certificateFile else { return }
        try handle.set(CURLOPT_CAINFO, file)
        try handle.set(CURLOPT_CAPATH, nil)
    }

    private func authenticate(_ handle: borrowing CurlHandle) throws(CurlError) {
        guard let credentials = options.credentials else { return }
        try handle.set(CURLOPT_USERNAME, credentials.userName)
        try handle.set(CURLOPT_PASSWORD, credentials.password)
        // The password goes over TLS; older ways would hash it, weakly, or ask others about it.
        try handle.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
    }
}
