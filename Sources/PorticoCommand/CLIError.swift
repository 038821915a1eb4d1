import PorticoAuth
import PorticoConfig
import PorticoServer

/// An expected error with a sentence for the terminal.
protocol CLIError: Error {
    var message: String { get }
}

/// The command failed.
struct CommandFailure: CLIError {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension AccountProblem: CLIError {
    var message: String {
        switch self {
        case .nameMissing: "a name is needed"
        case .nameTooLong(let maximum): "the name may have \(maximum) characters at most"
        case .userNameMissing: "a user name is needed"
        case .userNameInvalid: "a user name has 1 to 64 of a–z 0–9 . _ - @ +"
        case .userNameNotEmail: "a user name with @ must be the account's own email address"
        case .emailInvalid: "this is not an email address"
        case .password(let problem): problem.message
        }
    }
}

extension InvalidGroupName: CLIError {
    var message: String { "\(text) cannot be the name of a group: use 1 to 64 of a–z 0–9 . _ -" }
}

extension PasswordProblem: CLIError {
    var message: String {
        switch self {
        case .tooShort(let minimum): "the password needs \(minimum) characters at least"
        case .tooLong(let maximum): "the password may have \(maximum) bytes at most"
        case .repeats: "the password is a short text repeated"
        case .sequence: "the password is made of runs along the digits or the keyboard"
        case .common: "the password is made only of very common passwords and names"
        }
    }
}

extension AuthError: CLIError {
    var message: String {
        switch self {
        case .accountExists: "there is an account of this name already"
        case .noSuchAccount: "there is no account of this name"
        case .wrongCredentials: "user name and password do not fit"
        case .busy: "too busy, try again"
        case .tooManyAttempts(let seconds?): "tried too often, try again in \(seconds) seconds"
        case .tooManyAttempts(nil): "tried too often, another password is needed"
        case .setupClosed: "there is an account already"
        case .signInEnded: "the sign-in has ended"
        case .emailTaken: "another account has this email address"
        case .changedMeanwhile: "somebody else has changed the account meanwhile"
        case .registrationClosed: "people cannot register by themselves"
        case .emailMissing: "the account has no email address to send a mail to"
        case .lastAdministrator: "nobody with an account of this server would be left who may administer"
        case .tooManyAccounts: "as many accounts are signed in to in this browser as may be"
        case .gateway(let error): "the server of the account did not do its part: \(error)"
        case .otherPerson: "the server of the account says that it is another person's"
        case .passwordElsewhere: "the password is kept by the server of the account"
        case .secondFactorNeeded: "the account needs a code, too"
        case .passwordTooShort: "the account needs a longer password first"
        case .enrolmentNeeded: "the account needs a second factor first"
        case .lastWay: "the account could not log in any more"
        case .secondFactorRequired: "accounts.secondFactor requires a second factor of the account"
        case .wrongCode: "the code is wrong"
        case .codeUsed: "the code was used already"
        case .appUnreadable: "no key opens the secret of the authenticator app"
        case .tooManyCodes: "tried too many codes"
        case .pendingSignInEnded: "the sign-in has ended"
        case .passkeyRefused: "the passkey was refused"
        case .passkeyUnknown: "no account has the passkey"
        }
    }
}

extension LinkProblem: CLIError {
    var message: String {
        switch self {
        case .unknown: "there is no such link"
        case .expired: "the link has expired"
        case .used: "the link was used already"
        }
    }
}

extension ConfigError: CLIError {
    var message: String {
        switch self {
        case .invalidValue(let key):
            Self.choices(key).map { "\(key) must be one of \($0)" } ?? "this is no value for \(key)"
        case .wrongScope(let key): "\(key) is not stored for people"
        case .changedMeanwhile(let keys): "\(keys.sorted().joined(separator: ", ")) was changed meanwhile"
        }
    }

    private static func choices(_ key: String) -> String? {
        UserConfig.keys.first { $0.name == key }?.choices?.joined(separator: ", ")
    }
}

extension StoredOptions.Problem: CLIError {
    var message: String {
        switch self {
        case .unknownKey: "there is no such option"
        case .notKept(let option):
            "\(option.key) goes with the machine: set \(option.variable), or \(option.key) in the JSON file of options"
        case .invalid(let sentence): sentence
        }
    }
}

extension StoredConfig.Problem: CLIError {
    var message: String {
        switch self {
        case .unknownKey: "there is no such key"
        case .secret: "this is a secret, which is neither shown nor set here"
        }
    }
}
