import PorticoHTML

/// A sheet with fields of an account, for administrators.
struct PersonForm: Sendable {
    /// The title of the sheet.
    var title: String
    /// The id of the form.
    var id: String
    /// The path to which it is posted.
    var path: SitePath
    /// The account that the page is rendered for.
    var account: String
    var fields: [Field]
    /// The values that the fields showed when the form was opened.
    var shown: HiddenFields
    var conflict: Conflict?
    /// The id of the button.
    var saveID: String
}
