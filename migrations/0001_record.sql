-- The record, and who may touch it: entries can be read and appended, never changed.

DO $$ BEGIN
  CREATE ROLE treffer_writer NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server made it before
END $$;
GRANT treffer_writer TO CURRENT_USER;

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The account of whoever runs the service: its key comes from the environment or the data folder, not from this table.
INSERT INTO accounts (id, name) VALUES ('00000000-0000-7000-8000-000000000000', 'operator');

CREATE TABLE keys (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts,
  label text NOT NULL,
  scopes text[] NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX keys_by_account ON keys (account, id);

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts,
  name text NOT NULL,
  public boolean NOT NULL,
  created_at timestamptz NOT NULL,
  key_hash bytea CHECK (length(key_hash) = 32),
  request_hash bytea CHECK (length(request_hash) = 32),
  CHECK ((key_hash IS NULL) = (request_hash IS NULL))
);
CREATE INDEX campaigns_by_account ON campaigns (account, id);
CREATE UNIQUE INDEX campaigns_once ON campaigns (account, key_hash) WHERE key_hash IS NOT NULL;

CREATE TABLE entries (
  campaign uuid NOT NULL,
  seq integer NOT NULL CHECK (seq >= 0),
  kind text NOT NULL,
  entry text NOT NULL,             -- the bytes that are hashed and exported: text, because jsonb rewrites
  leaf bytea NOT NULL CHECK (length(leaf) = 32),
  nodes bytea NOT NULL,            -- the tree's interior nodes that this leaf completes, lowest first, 32 bytes each
  table_after bytea NOT NULL CHECK (length(table_after) = 32), -- table entropy after this entry
  chain_seq integer NOT NULL,      -- the newest chain entry, this one included
  settings_seq integer,            -- the newest settings entry
  contribution_seq integer,        -- the newest contribution
  key_hash bytea CHECK (length(key_hash) = 32),
  request_hash bytea CHECK (length(request_hash) = 32),
  continues integer,               -- the ruling that this one continues
  PRIMARY KEY (campaign, seq),
  CHECK ((key_hash IS NULL) = (request_hash IS NULL))
);
CREATE UNIQUE INDEX entries_once ON entries (campaign, key_hash) WHERE key_hash IS NOT NULL;
CREATE UNIQUE INDEX entries_continued_once ON entries (campaign, continues) WHERE continues IS NOT NULL;
CREATE INDEX entries_other_than_rulings ON entries (campaign, seq) WHERE kind <> 'ruling';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record is append-only: % of entries is not possible', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_keep BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_append_only;
ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_keep;

REVOKE ALL ON accounts, keys, campaigns, entries FROM PUBLIC;
GRANT SELECT, INSERT ON entries TO treffer_writer;
GRANT SELECT, INSERT, UPDATE ON accounts, keys, campaigns TO treffer_writer;
GRANT SELECT ON schema_versions TO treffer_writer;
