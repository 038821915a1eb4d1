BEGIN TRANSACTION;
CREATE TABLE accounts (
    server TEXT NOT NULL, user_name TEXT NOT NULL,
    name TEXT NOT NULL, is_administrator INTEGER NOT NULL, is_disabled INTEGER NOT NULL,
    password_hash TEXT, created_at INTEGER NOT NULL, email TEXT, email_key TEXT, search_key TEXT NOT NULL DEFAULT '', employee_number TEXT, group_names TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (server, user_name)
) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('local','ada','Ada',0,0,'$argon2id$v=19$m=19456,t=2,p=1$4SxP7qCNOuaxeXLzTsj8jA$yVWhJ7qIIGSZcSS51VKfOdpiY4Ybuf+JEl4ilbpcSEc',1795921505979,NULL,NULL,'ada
ada
',NULL,'');
CREATE TABLE "attempts" (
    key TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL, since INTEGER NOT NULL, ends_at INTEGER
, latest INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES('signIn:rate:signIn:typed:fd.ee.43.d.40.bd.57.de.ea.c1.86.cd.97.90.3.3d:127.0.0.1',2,1795921506429,1795921566429,1795921506664);
CREATE TABLE browser_tokens (
    token_digest BLOB PRIMARY KEY NOT NULL, browser INTEGER NOT NULL REFERENCES browsers (id)
, made_at INTEGER NOT NULL DEFAULT 0, is_held INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "browser_tokens" VALUES(X'A66C86A5FA2A4BA7DD06A1E58EEA6D878FF5B96C5947CE2531277B6C6DBE5147',1,1795921506645,0);
INSERT INTO "browser_tokens" VALUES(X'FF1CADA2CDE5DE3D2B14A645BA6F7480104DBD643D30680525D99E0DC90E1D21',2,1795921506886,0);
CREATE TABLE "browsers" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_digest BLOB, last_server TEXT, created_at INTEGER NOT NULL
, came_with BLOB) STRICT;
INSERT INTO "browsers" VALUES(1,X'FC7E5F6DCF7D84CB9C7BAA77F91094B24508EA06D5918BF951434791E3AF160E','local',1795921506645,NULL);
INSERT INTO "browsers" VALUES(2,X'D79D425F78403EC2E05125E202ED46CA0365BD2BDCBC7D57A450B2CD118B38D8','local',1795921506886,NULL);
CREATE TABLE clock (
    id INTEGER PRIMARY KEY, acceptances INTEGER NOT NULL, accepted_lead INTEGER NOT NULL,
    accepted_newest INTEGER NOT NULL, cleaned_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE config_version (value INTEGER NOT NULL) STRICT;
INSERT INTO "config_version" VALUES(0);
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY,
    token_digest BLOB NOT NULL UNIQUE,
    browser INTEGER NOT NULL REFERENCES browsers (id),
    server TEXT NOT NULL, user_name TEXT NOT NULL,
    path TEXT NOT NULL, sealed BLOB NOT NULL, kept_at INTEGER NOT NULL,
    FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name)
) STRICT;
CREATE TABLE ended_gateway_tokens (
    id INTEGER PRIMARY KEY,
    server TEXT NOT NULL,
    user_name TEXT NOT NULL,
    sealed_token BLOB NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1: accounts, browsers, sign-ins, configuration');
INSERT INTO "grdb_migrations" VALUES('2: email addresses, profiles, links, letters, limits, security events');
INSERT INTO "grdb_migrations" VALUES('3: workplaces');
INSERT INTO "grdb_migrations" VALUES('4: gateways');
INSERT INTO "grdb_migrations" VALUES('5: versions of configuration');
INSERT INTO "grdb_migrations" VALUES('6: drafts');
INSERT INTO "grdb_migrations" VALUES('7: browsers beside others, counted events');
INSERT INTO "grdb_migrations" VALUES('8: no records of requests');
INSERT INTO "grdb_migrations" VALUES('9: no configuration of browsers and sign-ins');
INSERT INTO "grdb_migrations" VALUES('10: names that every engine takes');
INSERT INTO "grdb_migrations" VALUES('11: lifetimes and checks of sign-ins');
INSERT INTO "grdb_migrations" VALUES('12: tokens that browsers hold');
INSERT INTO "grdb_migrations" VALUES('13: attempts by what was typed');
INSERT INTO "grdb_migrations" VALUES('14: the latest attempt');
INSERT INTO "grdb_migrations" VALUES('15: groups of accounts');
INSERT INTO "grdb_migrations" VALUES('16: sign-ins at other hosts');
INSERT INTO "grdb_migrations" VALUES('17: events and notices of several servers');
INSERT INTO "grdb_migrations" VALUES('18: one set-up link of several servers');
INSERT INTO "grdb_migrations" VALUES('19: a list of several servers');
INSERT INTO "grdb_migrations" VALUES('20: jobs');
INSERT INTO "grdb_migrations" VALUES('21: cookies of other hosts that outlive a run');
INSERT INTO "grdb_migrations" VALUES('22: events of commands are written once');
INSERT INTO "grdb_migrations" VALUES('23: claims and kinds of mails');
INSERT INTO "grdb_migrations" VALUES('24: what clocks are compared with');
CREATE TABLE host_sign_ins (
    token_digest BLOB PRIMARY KEY NOT NULL, code_digest BLOB NOT NULL UNIQUE,
    sign_in INTEGER NOT NULL REFERENCES sign_ins (id) ON DELETE CASCADE,
    host TEXT NOT NULL, made_at INTEGER NOT NULL
, is_automatic INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
CREATE TABLE installation_config (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE job_parts (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    sealed BLOB NOT NULL, PRIMARY KEY (job, number)
) STRICT;
CREATE TABLE jobs (
    id TEXT PRIMARY KEY NOT NULL, server TEXT NOT NULL, user_name TEXT NOT NULL,
    browser INTEGER NOT NULL REFERENCES browsers (id) ON DELETE CASCADE, node TEXT NOT NULL,
    title TEXT NOT NULL, address TEXT NOT NULL, progress INTEGER, step TEXT NOT NULL,
    outcome TEXT NOT NULL, size INTEGER NOT NULL DEFAULT 0, is_at_work INTEGER NOT NULL,
    is_notified INTEGER NOT NULL DEFAULT 0, started_at INTEGER NOT NULL, ended_at INTEGER,
    FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE links (
    token_digest BLOB PRIMARY KEY NOT NULL, purpose TEXT NOT NULL,
    server TEXT, user_name TEXT, email TEXT NOT NULL, invitation TEXT, sign_in INTEGER,
    expires_at INTEGER NOT NULL, is_used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE person_config (
    server TEXT NOT NULL, user_name TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, user_name, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE "queued_mails" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recipient TEXT NOT NULL, server TEXT, user_name TEXT, kind TEXT NOT NULL, purpose TEXT, mail TEXT NOT NULL,
    queued_at INTEGER NOT NULL, attempts INTEGER NOT NULL, next_attempt INTEGER, problem TEXT NOT NULL
, is_claimed INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE security_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL, server TEXT, user_name TEXT, actor_server TEXT, actor_user TEXT,
    address TEXT NOT NULL, agent TEXT NOT NULL, time INTEGER NOT NULL, detail TEXT NOT NULL
, count INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "security_events" VALUES(1,'registered','local','ada',NULL,NULL,'','Command line',1795921506307,'',1);
INSERT INTO "security_events" VALUES(2,'signedIn','local','ada',NULL,NULL,'127.0.0.1','',1795921506645,'',1);
INSERT INTO "security_events" VALUES(3,'signedIn','local','ada',NULL,NULL,'127.0.0.1','',1795921506886,'',1);
CREATE TABLE sign_ins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    browser INTEGER NOT NULL REFERENCES browsers (id),
    server TEXT NOT NULL, user_name TEXT NOT NULL,
    method TEXT NOT NULL, since INTEGER NOT NULL, last_seen INTEGER NOT NULL,
    is_automatic INTEGER NOT NULL, ended_at INTEGER, authenticated_at INTEGER NOT NULL DEFAULT 0, selected_at INTEGER NOT NULL DEFAULT 0, address TEXT NOT NULL DEFAULT '', agent TEXT NOT NULL DEFAULT '', gateway_token BLOB, is_long INTEGER NOT NULL DEFAULT 0, checked_at INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name)
) STRICT;
INSERT INTO "sign_ins" VALUES(1,1,'local','ada','password',1795921506645,1795921506645,0,NULL,1795921506645,1795921506645,'127.0.0.1','',NULL,0,1795921506645);
INSERT INTO "sign_ins" VALUES(2,2,'local','ada','password',1795921506886,1795921506886,0,NULL,1795921506886,1795921506886,'127.0.0.1','',NULL,0,1795921506886);
CREATE TABLE workplaces (
    server TEXT NOT NULL, kind TEXT NOT NULL, parent TEXT NOT NULL, position INTEGER NOT NULL,
    code TEXT NOT NULL, name TEXT NOT NULL, search_key TEXT NOT NULL,
    PRIMARY KEY (server, kind, parent, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE written_events (id INTEGER PRIMARY KEY, newest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "written_events" VALUES(1,1);
CREATE INDEX sign_ins_of_browser ON sign_ins (browser) WHERE ended_at IS NULL;
CREATE INDEX sign_ins_of_account ON sign_ins (server, user_name) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX accounts_by_email ON accounts (server, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX sign_ins_by_account ON sign_ins (server, user_name, browser);
CREATE INDEX sign_ins_by_browser ON sign_ins (browser);
CREATE INDEX sign_ins_by_use ON sign_ins (last_seen);
CREATE INDEX browser_tokens_of_browser ON browser_tokens (browser);
CREATE INDEX links_of_account ON links (server, user_name) WHERE user_name IS NOT NULL;
CREATE INDEX links_by_expiry ON links (expires_at);
CREATE INDEX security_events_of_account ON security_events (server, user_name, id);
CREATE INDEX security_events_by_kind ON security_events (kind, id);
CREATE INDEX security_events_by_time ON security_events (time);
CREATE TRIGGER security_events_stay BEFORE UPDATE ON security_events
BEGIN SELECT RAISE(ABORT, 'security events are only ever added'); END;
CREATE UNIQUE INDEX workplaces_by_code ON workplaces (server, kind, code);
CREATE INDEX sign_ins_with_token ON sign_ins (id) WHERE gateway_token IS NOT NULL;
CREATE INDEX ended_gateway_tokens_due ON ended_gateway_tokens (server, due_at);
CREATE TRIGGER sign_in_ended AFTER UPDATE OF ended_at ON sign_ins
    WHEN NEW.ended_at IS NOT NULL AND NEW.gateway_token IS NOT NULL
BEGIN
    UPDATE sign_ins SET gateway_token = NULL WHERE id = NEW.id;
END;
CREATE TRIGGER gateway_token_replaced AFTER UPDATE OF gateway_token ON sign_ins
    WHEN OLD.gateway_token IS NOT NULL AND NEW.gateway_token IS NOT OLD.gateway_token
BEGIN
    INSERT INTO ended_gateway_tokens (server, user_name, sealed_token)
    VALUES (OLD.server, OLD.user_name, OLD.gateway_token);
END;
CREATE TRIGGER sign_in_deleted AFTER DELETE ON sign_ins WHEN OLD.gateway_token IS NOT NULL
BEGIN
    INSERT INTO ended_gateway_tokens (server, user_name, sealed_token)
    VALUES (OLD.server, OLD.user_name, OLD.gateway_token);
END;
CREATE INDEX drafts_of_browser ON drafts (browser);
CREATE INDEX drafts_of_account ON drafts (server, user_name);
CREATE INDEX drafts_by_age ON drafts (kept_at);
CREATE INDEX browsers_by_came_with ON browsers (came_with) WHERE came_with IS NOT NULL;
CREATE INDEX queued_mails_of_account ON queued_mails (server, user_name) WHERE user_name IS NOT NULL;
CREATE INDEX queued_mails_by_next_attempt ON queued_mails (next_attempt) WHERE next_attempt IS NOT NULL;
CREATE INDEX attempts_by_end ON attempts (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX browser_tokens_not_held ON browser_tokens (made_at) WHERE is_held = 0;
CREATE INDEX host_sign_ins_of_sign_in ON host_sign_ins (sign_in);
CREATE INDEX jobs_of_account ON jobs (server, user_name);
CREATE INDEX jobs_of_browser ON jobs (browser);
CREATE INDEX queued_mails_by_kind ON queued_mails (kind, next_attempt) WHERE next_attempt IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('browsers',2);
INSERT INTO "sqlite_sequence" VALUES('security_events',3);
INSERT INTO "sqlite_sequence" VALUES('sign_ins',2);
COMMIT;
