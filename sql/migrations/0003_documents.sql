-- Oldest reader: 3
--
-- Association files as published, and the audit log.

CREATE TABLE fleet.association_documents (
  sha256 bytea NOT NULL,
  kind text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (sha256, kind),
  CONSTRAINT association_documents_digest CHECK (sha256 = sha256(bytes)),
  CONSTRAINT association_documents_kind CHECK (kind IN ('aasa', 'assetlinks'))
);

-- The highest number is what the domain publishes; without a digest it publishes no file of the kind.
CREATE TABLE fleet.association_revisions (
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  kind text NOT NULL,
  number integer NOT NULL,
  sha256 bytea,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (domain_id, kind, number),
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (sha256, kind) REFERENCES fleet.association_documents (sha256, kind),
  CONSTRAINT association_revisions_kind CHECK (kind IN ('aasa', 'assetlinks')),
  CONSTRAINT association_revisions_number CHECK (number >= 1)
);

CREATE INDEX association_revisions_tenant ON fleet.association_revisions (tenant_id, domain_id, kind, number);
CREATE INDEX association_revisions_document ON fleet.association_revisions (sha256, kind);

-- One row per operation and tenant. Names, not references: the log outlives what it speaks of.
CREATE TABLE fleet.audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  action text NOT NULL,
  tenant text COLLATE "C",
  before jsonb,
  after jsonb,
  CONSTRAINT audit_events_actor CHECK (octet_length(actor) BETWEEN 1 AND 200),
  CONSTRAINT audit_events_action CHECK (action ~ '^[a-z]+( [a-z]+)*$')
);

CREATE INDEX audit_events_tenant ON fleet.audit_events (tenant, id);

CREATE FUNCTION fleet.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only ever appended to' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fleet.audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION fleet.refuse_change();
