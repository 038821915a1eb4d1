import PorticoHTML

/// Sets up a second factor within a sign-in, for an account that must have one: an authenticator app, or a passkey. The
/// column takes the place of that of the login cover.
package struct EnrolmentPage: CoverPage, Sendable {
    package var appName: String
    /// The token of the waiting sign-in, sent back with the form.
    package var pending: String
    /// The target after the sign-in.
    package var next: SitePath?
    /// The user name, with the server's name if it is another server.
    package var name: String
    /// The secret in base32, without padding.
    package var secret: String
    /// The `otpauth` address with the secret, as a QR code.
    package var address: String
    /// The sealed secret, sent back with the form.
    package var enrolment: String
    package var problem: EnrolmentProblem?
    /// The options for making a passkey, as JSON; nil if the account can have none.
    package var passkeyOptions: String?

    package init(
        appName: String, pending: String, next: SitePath? = nil, name: String, secret: String, address: String,
        enrolment: String, problem: EnrolmentProblem? = nil, passkeyOptions: String? = nil
    ) {
        self.appName = appName
        self.pending = pending
        self.next = next
        self.name = name
        self.secret = secret
        self.address = address
        self.enrolment = enrolment
        self.problem = problem
        self.passkeyOptions = passkeyOptions
    }

    package func title(in language: String) -> String { Strings(language: language).enrolmentTitle }

    var groups: String { Self.groups(of: secret) }

    /// A secret in groups of four characters.
    static func groups(of secret: String) -> String {
        let bytes = Array(secret.utf8)
        return stride(from: 0, to: bytes.count, by: 4)
            .map { String(decoding: bytes[$0..<min($0 + 4, bytes.count)], as: UTF8.self) }
            .joined(separator: " ")
    }

    /// Only after a problem: before, the QR code is to be scanned.
    var focusesCode: Bool { problem != nil }

    func passkey(_ t: Strings) -> PasskeyButton? {
        passkeyOptions.map {
            PasskeyButton(id: "add-passkey", title: t.addPasskeyInstead, options: $0, purpose: .enrolment)
        }
    }

    func message(_ t: Strings) -> String? { problem?.sentence(t) }
}

/// The reason why a second factor was not set up.
package enum EnrolmentProblem: Hashable, Sendable {
    case code(SecondFactorProblem)
    case passkey(AddPasskeyProblem)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .code(let problem): problem.sentenceOfSetUp(t)
        case .passkey(let problem): problem.sentence(t)
        }
    }
}

/// The recovery codes after an authenticator app was set up within a sign-in, shown this once. The person is signed in.
package struct EnrolledPage: CoverPage, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// As people type them.
    package var codes: [String]
    /// The target after the sign-in.
    package var next: SitePath?

    package init(account: String, codes: [String], next: SitePath? = nil) {
        self.account = account
        self.codes = codes
        self.next = next
    }

    package func title(in language: String) -> String { Strings(language: language).recoveryCodesTitle }

    /// The codes to copy and to save, one on each line.
    var text: String { codes.joined(separator: "\n") }
}
