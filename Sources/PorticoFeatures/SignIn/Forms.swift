/// The fields of the login cover.
struct SignInForm: Decodable {
    var username: String?
    var password: String?
    /// The answer of a browser that used a passkey, in place of user name and password.
    var passkey: String?
    var server: String?
    var remember: String?
    var next: String?
    /// `on`: adds the account to those already signed in. `again`: adds an account that its gateway has signed out.
    var add: String?
    /// The tag of the language to show the cover in.
    var language: String?
}

/// The fields of the sign-out form.
struct SignOutForm: Decodable {
    /// `all`: all accounts in this browser; otherwise the current one.
    var scope: String?
}

/// The fields of the set-up form.
struct SetupForm: Decodable {
    var token: String?
    var name: String?
    var username: String?
    var email: String?
    var password: String?
}
