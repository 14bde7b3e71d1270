-- Oldest reader: 6
--
-- Proofs of control. A live name keeps all names below it for its tenant, not only a wildcard.

-- What a tenant has to show for a pending name: the token, in DNS or on its own web server.
CREATE TABLE fleet.domain_proofs (
  domain_id integer PRIMARY KEY,
  tenant_id integer NOT NULL,
  token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  checks integer NOT NULL DEFAULT 0,
  checked_at timestamptz,
  problem text,
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT domain_proofs_token_form CHECK (token ~ '^[0-9a-f]{32}$')
) WITH (fillfactor = 70);

CREATE INDEX domain_proofs_due ON fleet.domain_proofs (due_at);
CREATE INDEX domain_proofs_tenant ON fleet.domain_proofs (tenant_id, domain_id);

ALTER TABLE fleet.domain_proofs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.domain_proofs USING (CURRENT_USER = (SELECT fleet.owner()));

CREATE FUNCTION fleet.demand_proof() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO fleet.domain_proofs (domain_id, tenant_id) VALUES (NEW.id, NEW.tenant_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER domains_proof AFTER INSERT ON fleet.domains
  FOR EACH ROW EXECUTE FUNCTION fleet.demand_proof();

INSERT INTO fleet.domain_proofs (domain_id, tenant_id) SELECT id, tenant_id FROM fleet.domains;

CREATE OR REPLACE FUNCTION fleet.claims(domain_name text) RETURNS TABLE (name text, is_wildcard boolean)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH labels AS (SELECT string_to_array(regexp_replace(domain_name, '^\*\.', ''), '.') AS parts)
  SELECT array_to_string(parts[first:], '.'), false
  FROM labels, generate_series(1, cardinality(parts) - 1) AS first
  UNION ALL
  SELECT regexp_replace(domain_name, '^\*\.', ''), true
$$;

-- Names that two tenants have one below the other already stay as they are.
INSERT INTO fleet.claimed_names (domain_id, tenant_id, name, is_wildcard)
SELECT id, tenant_id, name, true
FROM fleet.domains
WHERE state IN ('live', 'released') AND NOT is_wildcard
ORDER BY id
ON CONFLICT DO NOTHING;
