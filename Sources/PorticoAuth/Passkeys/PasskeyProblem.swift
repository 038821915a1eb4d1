/// The rule that a passkey's registration or assertion breaks.
public enum PasskeyProblem: Error, Hashable, Sendable {
    /// A part is longer than browsers and authenticators make it.
    case length
    /// The client data is not a JSON object in UTF-8 with the members of WebAuthn.
    case clientData
    /// A registration was sent as an assertion, or the reverse.
    case ceremony
    /// Another challenge was answered.
    case challenge
    /// The page has another origin.
    case origin
    /// The page is in a frame of a page that may not show it.
    case topOrigin
    /// The attestation object is not one map of CBOR with the members of WebAuthn.
    case attestation
    /// The authenticator data is cut, or has bytes that its flags do not announce.
    case authenticatorData
    /// The passkey is for another site.
    case relyingParty
    /// Nobody touched the authenticator.
    case userNotPresent
    /// The authenticator did not ask for a PIN, a finger or a face.
    case userNotVerified
    /// A passkey that cannot be backed up says that it is.
    case backupState
    /// A registration without a passkey, or an assertion with one.
    case credential
    /// The id of the passkey is empty, too long, or that of another one.
    case credentialID
    /// The public key has no algorithm of ``PasskeyAlgorithm``.
    case algorithm
    /// The public key is not one map of CBOR with a valid key of its algorithm.
    case publicKey
    /// The extensions are not one map of CBOR.
    case extensions
    /// The passkey belongs to another account, or does not name one although the account is unknown.
    case userHandle
    /// The signature is not by this passkey.
    case signature
}
