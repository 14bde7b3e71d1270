-- Oldest reader: 5
--
-- The change feed. Every transaction that touches what is served gets one generation number, given at commit under a
-- lock that it holds to its end: numbers become visible in their order, on a standby too.

CREATE TABLE fleet.feed (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  identity uuid NOT NULL DEFAULT gen_random_uuid(),
  pruned_through bigint NOT NULL DEFAULT 0
);

INSERT INTO fleet.feed DEFAULT VALUES;

CREATE SEQUENCE fleet.generations AS bigint;

-- A row without tenant means every tenant. A row has no generation before its transaction commits; the transaction ID
-- matters until then only.
CREATE TABLE fleet.changes (
  generation bigint,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tenant_id integer,
  changed_at timestamptz
);

CREATE INDEX changes_generation ON fleet.changes (generation);
CREATE UNIQUE INDEX changes_uncommitted ON fleet.changes (xid, tenant_id) NULLS NOT DISTINCT WHERE generation IS NULL;

CREATE FUNCTION fleet.record_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO fleet.changes (tenant_id) VALUES (NULL) ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO fleet.changes (tenant_id) SELECT id FROM old_rows ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO fleet.changes (tenant_id) SELECT id FROM new_rows ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tenants_inserted AFTER INSERT ON fleet.tenants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_change();
CREATE TRIGGER tenants_updated AFTER UPDATE ON fleet.tenants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_change();
CREATE TRIGGER tenants_deleted AFTER DELETE ON fleet.tenants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_change();

-- What belongs to tenants is recorded through their version (0004), which a TRUNCATE of it raises everywhere.
CREATE TRIGGER tenants_truncated AFTER TRUNCATE ON fleet.tenants
  FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_change();

CREATE FUNCTION fleet.number_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  number bigint;
BEGIN
  IF EXISTS (SELECT FROM fleet.changes WHERE xid = pg_current_xact_id() AND generation IS NULL) THEN
    LOCK TABLE fleet.feed IN EXCLUSIVE MODE;
    number := nextval('fleet.generations');
    UPDATE fleet.changes
    SET generation = number, changed_at = clock_timestamp()
    WHERE xid = pg_current_xact_id() AND generation IS NULL;
    PERFORM pg_notify('fleet', number::text);
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER changes_number AFTER INSERT ON fleet.changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fleet.number_changes();

-- Forgets what is older than a day but the newest. To be called in a transaction of its own.
CREATE FUNCTION fleet.prune_changes() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  through bigint;
BEGIN
  WITH gone AS (
    DELETE FROM fleet.changes
    WHERE generation < (SELECT max(generation) FROM fleet.changes)
      AND changed_at < statement_timestamp() - interval '24 hours'
    RETURNING generation
  )
  SELECT max(generation) INTO through FROM gone;
  IF through IS NOT NULL THEN
    UPDATE fleet.feed SET pruned_through = greatest(pruned_through, through);
  END IF;
  RETURN through;
END
$$;
