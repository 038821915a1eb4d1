/// The migration for accounts of gateways.
extension Migrations {
    /// A token that a sign-in loses, for any reason, moves to `ended_gateway_tokens` until it is ended at its gateway.
    static let gateways = """
        ALTER TABLE accounts ADD COLUMN employee_number TEXT;
        ALTER TABLE sign_ins ADD COLUMN gateway_token BLOB;
        CREATE INDEX sign_ins_with_token ON sign_ins (id) WHERE gateway_token IS NOT NULL;
        CREATE TABLE ended_gateway_tokens (
            id INTEGER PRIMARY KEY,
            server TEXT NOT NULL,
            user TEXT NOT NULL,
            sealed_token BLOB NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0,
            due_at INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX ended_gateway_tokens_due ON ended_gateway_tokens (server, due_at);
        CREATE TRIGGER sign_in_ended AFTER UPDATE OF ended_at ON sign_ins
            WHEN NEW.ended_at IS NOT NULL AND NEW.gateway_token IS NOT NULL
        BEGIN
            UPDATE sign_ins SET gateway_token = NULL WHERE id = NEW.id;
        END;
        CREATE TRIGGER gateway_token_replaced AFTER UPDATE OF gateway_token ON sign_ins
            WHEN OLD.gateway_token IS NOT NULL AND NEW.gateway_token IS NOT OLD.gateway_token
        BEGIN
            INSERT INTO ended_gateway_tokens (server, user, sealed_token)
            VALUES (OLD.server, OLD.user, OLD.gateway_token);
        END;
        CREATE TRIGGER sign_in_deleted AFTER DELETE ON sign_ins WHEN OLD.gateway_token IS NOT NULL
        BEGIN
            INSERT INTO ended_gateway_tokens (server, user, sealed_token)
            VALUES (OLD.server, OLD.user, OLD.gateway_token);
        END;
        """
}
