import CCurl
import PorticoAuth
import PorticoTransfer

/// What one mail needs to go to a server.
struct SMTPSession {
    let options: SMTPOptions
    let sender: EmailAddress
    let recipient: EmailAddress

    /// The transfer that sends what the dialogue has.
    func handle(_ dialogue: SMTPDialogue) throws(TransferError) -> TransferHandle {
        let handle = try TransferHandle(url: options.url, protocols: "smtp,smtps", delegate: dialogue)
        // The server hears a good-bye after each mail.
        try handle.set(CURLOPT_FORBID_REUSE, 1)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeout * 1000))
        try handle.set(CURLOPT_TIMEOUT_MS, Int(options.timeout * 1000))
        // For the answer to QUIT, too, which the others do not cover.
        try handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(options.timeout.rounded(.up)))
        try secure(handle)
        try authenticate(handle)
        try handle.set(CURLOPT_MAIL_FROM, sender.value)
        try handle.append(recipient.value, to: CURLOPT_MAIL_RCPT)
        try handle.upload(dialogue.size)
        return handle
    }

    private func secure(_ handle: TransferHandle) throws(TransferError) {
        let level = options.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
        try handle.set(CURLOPT_USE_SSL, Int(level.rawValue))
        guard let file = options.certificateFile else { return }
        try handle.set(CURLOPT_CAINFO, file)
        try handle.set(CURLOPT_CAPATH, nil)
    }

    private func authenticate(_ handle: TransferHandle) throws(TransferError) {
        guard let credentials = options.credentials else { return }
        try handle.set(CURLOPT_USERNAME, credentials.userName)
        try handle.set(CURLOPT_PASSWORD, credentials.password)
        // The password goes over TLS; older ways would hash it, weakly, or ask others about it.
        try handle.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
    }
}
