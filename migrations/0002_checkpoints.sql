-- Who signs checkpoints, and what of them was posted.

CREATE TABLE verifier_keys (
  term integer PRIMARY KEY CHECK (term >= 0), -- counts up whenever another key takes over
  key text NOT NULL,                          -- as https://c2sp.org/signed-note writes it
  since timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE checkpoint_posts (
  campaign uuid PRIMARY KEY,
  size integer NOT NULL CHECK (size >= 0),    -- of the newest checkpoint that the webhook has taken
  tried_at timestamptz NOT NULL
);

REVOKE ALL ON verifier_keys, checkpoint_posts FROM PUBLIC;
GRANT SELECT, INSERT ON verifier_keys TO treffer_writer;
GRANT SELECT, INSERT, UPDATE ON checkpoint_posts TO treffer_writer;
