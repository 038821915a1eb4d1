import HTTPTypes

extension HTTPField.Name {
    static let host = Self("Host")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
    static let lastEventID = Self("Last-Event-ID")!
    /// Keeps nginx from holding a stream back.
    static let xAccelBuffering = Self("X-Accel-Buffering")!
    static let secPurpose = Self("Sec-Purpose")!
    static let permissionsPolicy = Self("Permissions-Policy")!
    /// When the page is to be loaded again, and from where.
    static let refresh = Self("Refresh")!
    static let referrerPolicy = Self("Referrer-Policy")!
    /// Sent by our scripts, so that a request of theirs is never taken for a navigation.
    static let porticoRequest = Self("Portico-Request")!
    /// Sent by our scripts where they want a presented page alone, to open it over what is there.
    static let porticoPresent = Self("Portico-Present")!
    /// Sent by our scripts where what they fetch takes the place of the page, with what waits for it.
    static let porticoNotices = Self("Portico-Notices")!
    /// Sent by our scripts with what they fetch on their own, without a person who asked for it.
    static let porticoBackground = Self("Portico-Background")!
    /// Sent by our scripts: the account that the page is for.
    static let porticoAccount = Self("Portico-Account")!
    static let xForwardedFor = Self("X-Forwarded-For")!
    /// Says to a script that the page whose form succeeded has done its work.
    static let porticoDismiss = Self("Portico-Dismiss")!
    /// Says to a script that looking again would not help: what the page says stands in the way.
    static let porticoReason = Self("Portico-Reason")!
    /// Where a script should go after a form succeeded.
    static let porticoLocation = Self("Portico-Location")!
    /// Where the cover is that a script's request ran into.
    static let porticoCover = Self("Portico-Cover")!
}
