import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoBytes
import PorticoHTML
import PorticoViews

/// A form that a browser posted without script.
package struct PostedForm: Hashable, Sendable {
    var fields: [FormField]
    /// The names of the file fields with a file.
    package var files: [String] = []
    package var isMultipart = false
}

extension PostedForm {
    /// nil if the request has no such form, or a malformed one.
    init?(_ request: Request) async {
        guard request.method == .post, !request.isFromScript, !request.prefersJSON,
            let contentType = request.headers[.contentType],
            request.hasMultipartForm || ReceivedForm.isType(contentType),
            let body = try? await request.body.collect(upTo: BodyLimits.standard)
        else { return nil }
        let bytes = Array(body.readableBytesView)
        if request.hasMultipartForm {
            guard let form = MultipartForm(bytes, contentType: contentType) else { return nil }
            self.init(fields: form.fields, files: form.files, isMultipart: true)
        } else {
            guard let fields = [FormField](urlEncoded: bytes) else { return nil }
            self.init(fields: fields)
        }
    }

    /// The fields to store. Secrets are left out, and fields that every page sets anew.
    package var kept: [FormField] {
        let hasPassword = fields.contains { $0.name == "password" }
        return fields.filter { field in
            !Self.renewed.contains(field.name) && !FormField.isSecret(field.name)
                && !(hasPassword && field.name == "current")
        }
    }

    /// The account that the form was rendered for.
    package var account: String? { fields.account }

    /// The fields that every rendering of a form sets anew.
    static let renewed: Set<String> = ["account"]
}

extension FormField {
    /// Whether a field of this name is a secret, which the server never stores or shows.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.asciiLowercased
        return name == ReauthenticationPage.passwordField
            || ["password", "passwd", "passphrase", "passcode", "token", "secret"].contains { name.hasBytes(of: $0) }
    }
}
