import HTTPTypes

extension HTTPField.Name {
    static let host = Self("Host")!
    package static let xRequestID = Self("X-Request-ID")!
    package static let secFetchSite = Self("Sec-Fetch-Site")!
    package static let secFetchMode = Self("Sec-Fetch-Mode")!
    package static let secFetchDest = Self("Sec-Fetch-Dest")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
    package static let lastEventID = Self("Last-Event-ID")!
    /// Turns off the buffering of nginx for a stream.
    package static let xAccelBuffering = Self("X-Accel-Buffering")!
    static let secPurpose = Self("Sec-Purpose")!
    static let permissionsPolicy = Self("Permissions-Policy")!
    /// Reloads the page after a delay, or loads another one.
    package static let refresh = Self("Refresh")!
    package static let referrerPolicy = Self("Referrer-Policy")!
    /// Sent by script, so that its requests never look like navigation.
    static let porticoRequest = Self("Portico-Request")!
    /// Sent by script that requests a presented page without its presenters.
    package static let porticoPresent = Self("Portico-Present")!
    /// Sent by script that replaces the page with the response: `take` includes the notices waiting for the page.
    static let porticoNotices = Self("Portico-Notices")!
    /// Sent by script with requests that no person caused.
    package static let porticoBackground = Self("Portico-Background")!
    /// Sent by script while a person fills in a form: the server only validates the fields. The value is the name of
    /// the field that the person is typing in.
    package static let porticoValidate = Self("Portico-Validate")!
    /// Sent by script: the account that the page was rendered for.
    package static let porticoAccount = Self("Portico-Account")!
    package static let xForwardedFor = Self("X-Forwarded-For")!
    package static let xForwardedProto = Self("X-Forwarded-Proto")!
    package static let xForwardedHost = Self("X-Forwarded-Host")!
    package static let xForwardedURI = Self("X-Forwarded-Uri")!
    package static let xForwardedMethod = Self("X-Forwarded-Method")!
    /// The address of the browser's request to nginx.
    package static let xOriginalURL = Self("X-Original-URL")!
    package static let xOriginalMethod = Self("X-Original-Method")!
    /// For protected applications: the signed-in account.
    package static let remoteUser = Self("Remote-User")!
    package static let remoteName = Self("Remote-Name")!
    package static let remoteEmail = Self("Remote-Email")!
    package static let remoteGroups = Self("Remote-Groups")!
    /// For protected applications: the signed-in account, as a signed assertion.
    package static let porticoAssertion = Self("Portico-Assertion")!
    /// Tells script to dismiss the page whose form succeeded.
    static let porticoDismiss = Self("Portico-Dismiss")!
    /// The value that the dismissed page returns to the script that presented it, percent-encoded.
    static let porticoValue = Self("Portico-Value")!
    /// The reason of an error, for script; checking the session again does not help then.
    package static let porticoReason = Self("Portico-Reason")!
    /// The target for script after a successful form.
    static let porticoLocation = Self("Portico-Location")!
    /// The path of the login cover, for a request that needs a sign-in.
    package static let porticoCover = Self("Portico-Cover")!
    /// The proof that a person needs before a request is answered: `password` or `second-factor`.
    package static let porticoProof = Self("Portico-Proof")!
    /// The title of a frame with the login cover, for the script of protected applications, percent-encoded.
    package static let porticoCoverTitle = Self("Portico-Cover-Title")!
    /// The origin of the login cover, for the same script.
    package static let porticoDoor = Self("Portico-Door")!
}
