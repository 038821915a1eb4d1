/// What a gateway can do wrong.
enum Fault: String, CaseIterable, Codable, Sendable {
    /// Nothing: it keeps the contract.
    case none

    /// Answers after some seconds (3).
    case slow
    /// Takes the request and never answers.
    case silent
    /// Closes the connection in place of an answer.
    case down
    /// Sends its answer byte by byte, one in so many seconds (1).
    case drip

    /// A body that has no end.
    case huge
    /// What is not JSON.
    case malformed
    /// A web page, with status 200.
    case webPage = "web-page"
    /// A redirect to `/elsewhere`.
    case redirect
    /// Status 500.
    case error
    /// 401 to every token, as if all were ended; signing in works.
    case revoked
    /// 403 to everything.
    case forbidden
    /// 429 to everything, with `Retry-After` in seconds (30).
    case tooMany = "too-many"

    /// A user without `employeeNo`.
    case missingEmployeeNumber = "missing-employee-number"
    /// An `employeeNo` of letters.
    case lettersInEmployeeNumber = "letters-in-employee-number"
    /// A number in place of the text `employeeNo`, a text in place of the list `factories`.
    case wrongType = "wrong-type"
    /// An answer without `user`.
    case noUser = "no-user"
    /// The record of another person.
    case otherPerson = "other-person"
    /// Every factory twice.
    case repeatedCode = "repeated-code"
}

/// A fault, and where it is.
struct FaultSetting: Codable, Sendable {
    var fault: Fault
    /// What the fault counts in seconds; its own number where nil.
    var seconds: Double?
    /// The only operation that it is in; nil for all.
    var on: Call?
}
