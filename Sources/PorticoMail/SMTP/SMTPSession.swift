import CCurl
import PorticoStore
import PorticoTransfer

/// The transfer options for one mail.
struct SMTPSession {
    let options: SMTPOptions
    let sender: EmailAddress
    let recipient: EmailAddress

    /// The transfer that sends the mail of `dialogue`.
    func handle(_ dialogue: SMTPDialogue) throws(TransferError) -> TransferHandle {
        let handle = try TransferHandle(url: options.url, protocols: "smtp,smtps", delegate: dialogue)
        // Makes libcurl send QUIT after each mail.
        try handle.set(CURLOPT_FORBID_REUSE, 1)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeout * 1000))
        try handle.set(CURLOPT_TIMEOUT_MS, Int(options.timeout * 1000))
        // Also limits the reply to QUIT, which the other time limits do not cover.
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
        // PLAIN and LOGIN send the password over TLS. Other mechanisms hash it weakly or need a third party.
        try handle.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
    }
}
