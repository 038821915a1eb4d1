/// A misbehaviour of the gateway, for tests.
enum Fault: String, CaseIterable, Codable, Sendable {
    /// None: the gateway follows its API.
    case none

    /// Responds after some seconds (3).
    case slow
    /// Reads the request and never responds.
    case silent
    /// Closes the connection instead of responding.
    case down
    /// Sends the response one byte at a time, one per interval in seconds (1).
    case drip

    /// An endless body.
    case huge
    /// Invalid JSON.
    case malformed
    /// An HTML page with status 200.
    case webPage = "web-page"
    /// Status 201 instead of 200, and 200 instead of 204.
    case otherStatus = "other-status"
    /// A byte order mark before the JSON.
    case byteOrderMark = "byte-order-mark"
    /// A name twice in an object of the JSON.
    case repeatedName = "repeated-name"
    /// A redirect to `/elsewhere`.
    case redirect
    /// Status 500.
    case error
    /// 401 for every token; login works.
    case revoked
    /// 403 for every request.
    case forbidden
    /// 429 for every request, with `Retry-After` in seconds (30).
    case tooMany = "too-many"

    /// A user without `employeeNo`.
    case missingEmployeeNumber = "missing-employee-number"
    /// An `employeeNo` with letters.
    case lettersInEmployeeNumber = "letters-in-employee-number"
    /// A number instead of the string `employeeNo`, a string instead of the array `factories`.
    case wrongType = "wrong-type"
    /// A response without `user`.
    case noUser = "no-user"
    /// The user of another account.
    case otherPerson = "other-person"
    /// Every factory twice.
    case repeatedCode = "repeated-code"
}

/// A fault and its parameters.
struct FaultSetting: Codable, Sendable {
    var fault: Fault
    /// The duration of the fault in seconds; nil for its default.
    var seconds: Double?
    /// The only affected operation; nil for all.
    var on: Call?
}
