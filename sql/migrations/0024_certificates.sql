-- Oldest reader: 6
--
-- Certificates that gateways present, and what they answer to an authority that asks whether a name is ours
-- (RFC 8555 section 8.3). They belong to no tenant, for one certificate may hold for names of several: tenant 0 in the
-- change feed, which no tenant is.

-- The private key is sealed with a secret that never enters the database.
CREATE TABLE fleet.certificates (
  fingerprint bytea PRIMARY KEY,
  names text[] NOT NULL,
  key_kind text NOT NULL,
  issuer text NOT NULL,
  begins_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  chain bytea[] NOT NULL,
  sealed_key bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT certificates_fingerprint CHECK (octet_length(fingerprint) = 32),
  CONSTRAINT certificates_names CHECK (cardinality(names) BETWEEN 1 AND 1000),
  CONSTRAINT certificates_key_kind CHECK (key_kind IN ('ecdsa', 'rsa')),
  CONSTRAINT certificates_life CHECK (begins_at < ends_at),
  CONSTRAINT certificates_chain CHECK (cardinality(chain) BETWEEN 1 AND 10)
);

CREATE TABLE fleet.challenges (
  host text COLLATE "C",
  token text COLLATE "C",
  answer text NOT NULL,
  expires_at timestamptz NOT NULL DEFAULT clock_timestamp() + interval '1 day',
  PRIMARY KEY (host, token),
  CONSTRAINT challenges_token CHECK (token ~ '^[A-Za-z0-9_-]+$' AND octet_length(token) <= 200),
  CONSTRAINT challenges_answer CHECK (answer ~ '^[A-Za-z0-9._-]+$' AND octet_length(answer) <= 401)
);

ALTER TABLE fleet.certificates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE fleet.challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.certificates USING (CURRENT_USER = (SELECT fleet.owner()));
CREATE POLICY owner ON fleet.challenges USING (CURRENT_USER = (SELECT fleet.owner()));

CREATE FUNCTION fleet.record_certificate_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO fleet.changes (tenant_id) VALUES (0) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER certificates_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fleet.certificates
  FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_certificate_change();
CREATE TRIGGER challenges_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fleet.challenges
  FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_certificate_change();
