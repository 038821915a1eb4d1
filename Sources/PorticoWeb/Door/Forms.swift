/// The fields of the login cover.
struct SignInForm: Decodable {
    var username: String?
    var password: String?
    var server: String?
    var remember: String?
    var next: String?
    /// `on`: beside the accounts that are signed in to already.
    var add: String?
}

/// The fields of signing out.
struct SignOutForm: Decodable {
    var account: String?
    /// `all`: of every account in this browser; otherwise of the current one.
    var scope: String?
}

/// The fields of a switch.
struct ToggleForm: Decodable {
    var value: String
    var account: String?
}

/// The fields of making the first account.
struct SetupForm: Decodable {
    var token: String?
    var name: String?
    var username: String?
    var email: String?
    var password: String?
}
