/// The step for versions of configuration.
extension Migrations {
    /// Every write takes the next number; what was written before there were any has 0.
    static let configVersions = """
        CREATE TABLE config_version (value INTEGER NOT NULL) STRICT;
        INSERT INTO config_version VALUES (0);
        ALTER TABLE installation_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE browser_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE person_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sign_in_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        """
}
