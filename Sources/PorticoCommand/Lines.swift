import PorticoAuth

extension AccountProblem {
    /// A line for the terminal.
    var line: String {
        switch self {
        case .nameMissing: "a name is needed"
        case .nameTooLong(let maximum): "the name may have \(maximum) characters at most"
        case .userNameMissing: "a user name is needed"
        case .userNameInvalid: "a user name has 1 to 64 of a–z 0–9 . _ - @ +"
        case .password(let problem): problem.line
        }
    }
}

extension PasswordProblem {
    var line: String {
        switch self {
        case .tooShort(let minimum): "the password needs \(minimum) characters at least"
        case .tooLong(let maximum): "the password may have \(maximum) characters at most"
        case .repeats: "the password is one unit repeated"
        case .sequence: "the password is made of runs along the digits or the keyboard"
        case .common: "the password is made only of very common passwords and names"
        }
    }
}

extension AuthError {
    var line: String {
        switch self {
        case .accountExists: "there is an account of this name already"
        case .noSuchAccount: "there is no account of this name"
        case .wrongCredentials: "user name and password do not fit"
        case .busy: "too busy, try again"
        case .setupClosed: "there is an account already"
        case .signInEnded: "the sign-in has ended"
        case .requestBodyDiffers: "the same request came with other contents before"
        }
    }
}
