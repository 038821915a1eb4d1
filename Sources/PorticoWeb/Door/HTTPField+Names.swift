import HTTPTypes

extension HTTPField.Name {
    static let host = Self("Host")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
    static let permissionsPolicy = Self("Permissions-Policy")!
    static let referrerPolicy = Self("Referrer-Policy")!
    /// Sent by our scripts, so that a request of theirs is never taken for a navigation.
    static let porticoRequest = Self("Portico-Request")!
    /// Sent by our scripts where they want a presented page alone, to open it over what is there.
    static let porticoPresent = Self("Portico-Present")!
    /// Says to a script that the page whose form succeeded has done its work.
    static let porticoDismiss = Self("Portico-Dismiss")!
    /// Where a script should go after a form succeeded.
    static let porticoLocation = Self("Portico-Location")!
    /// Where the cover is that a script's request ran into.
    static let porticoCover = Self("Portico-Cover")!
}
