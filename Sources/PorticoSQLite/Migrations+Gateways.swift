/// The step for accounts that live on gateways.
extension Migrations {
    /// The token of a sign-in is kept until it is ended at its gateway too.
    static let gateways = """
        ALTER TABLE accounts ADD COLUMN employee_number TEXT;
        ALTER TABLE sign_ins ADD COLUMN gateway_token BLOB;
        CREATE INDEX sign_ins_with_ended_token ON sign_ins (ended_at)
            WHERE gateway_token IS NOT NULL AND ended_at IS NOT NULL;
        """
}
