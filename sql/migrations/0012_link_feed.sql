-- Oldest reader: 6
--
-- Links in the change feed, so that gateways may keep what they looked up. One row is a link that changed; a row without
-- slug is any number of them in a domain, a row without domain (TRUNCATE) all there are. Numbered like all changes.

CREATE TABLE fleet.link_changes (
  generation bigint,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  domain_id integer,
  route_id integer,
  slug text COLLATE "C",
  changed_at timestamptz
);

CREATE INDEX link_changes_generation ON fleet.link_changes (generation);
CREATE UNIQUE INDEX link_changes_uncommitted ON fleet.link_changes (xid, domain_id, route_id, slug)
  NULLS NOT DISTINCT WHERE generation IS NULL;

ALTER TABLE fleet.link_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.link_changes USING (CURRENT_USER = (SELECT fleet.owner()));

ALTER TABLE fleet.feed ADD COLUMN links_pruned_through bigint NOT NULL DEFAULT 0;

-- The first 1,000 links that a transaction touches are told singly.
CREATE FUNCTION fleet.record_link_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO fleet.link_changes DEFAULT VALUES ON CONFLICT DO NOTHING;
  ELSIF (SELECT count(*) FROM touched) + (
    SELECT count(*) FROM fleet.link_changes WHERE xid = pg_current_xact_id() AND generation IS NULL AND slug IS NOT NULL
  ) <= 1000 THEN
    INSERT INTO fleet.link_changes (domain_id, route_id, slug)
    SELECT domain_id, route_id, slug FROM touched
    ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO fleet.link_changes (domain_id) SELECT DISTINCT domain_id FROM touched ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER links_new AFTER INSERT ON fleet.links
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_link_change();
CREATE TRIGGER links_before AFTER UPDATE ON fleet.links
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_link_change();
CREATE TRIGGER links_after AFTER UPDATE ON fleet.links
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_link_change();
CREATE TRIGGER links_gone AFTER DELETE ON fleet.links
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_link_change();
CREATE TRIGGER links_emptied AFTER TRUNCATE ON fleet.links
  FOR EACH STATEMENT EXECUTE FUNCTION fleet.record_link_change();

CREATE OR REPLACE FUNCTION fleet.number_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  number bigint;
BEGIN
  IF EXISTS (SELECT FROM fleet.changes WHERE xid = pg_current_xact_id() AND generation IS NULL)
    OR EXISTS (SELECT FROM fleet.link_changes WHERE xid = pg_current_xact_id() AND generation IS NULL)
  THEN
    LOCK TABLE fleet.feed IN EXCLUSIVE MODE;
    number := nextval('fleet.generations');
    UPDATE fleet.changes
    SET generation = number, changed_at = clock_timestamp()
    WHERE xid = pg_current_xact_id() AND generation IS NULL;
    UPDATE fleet.link_changes
    SET generation = number, changed_at = clock_timestamp()
    WHERE xid = pg_current_xact_id() AND generation IS NULL;
    PERFORM pg_notify('fleet', number::text);
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER link_changes_number AFTER INSERT ON fleet.link_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fleet.number_changes();

-- What is forgotten of links is counted apart: a gateway that does not know of them keeps its place among the others.
CREATE OR REPLACE FUNCTION fleet.prune_changes() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  through bigint;
  links_through bigint;
BEGIN
  WITH gone AS (
    DELETE FROM fleet.changes
    WHERE generation < (SELECT max(generation) FROM fleet.changes)
      AND changed_at < statement_timestamp() - interval '24 hours'
    RETURNING generation
  )
  SELECT max(generation) INTO through FROM gone;
  WITH gone AS (
    DELETE FROM fleet.link_changes
    WHERE generation IS NOT NULL AND changed_at < statement_timestamp() - interval '24 hours'
    RETURNING generation
  )
  SELECT max(generation) INTO links_through FROM gone;
  IF through IS NOT NULL OR links_through IS NOT NULL THEN
    UPDATE fleet.feed
    SET pruned_through = greatest(pruned_through, through),
      links_pruned_through = greatest(links_pruned_through, links_through);
  END IF;
  RETURN greatest(through, links_through);
END
$$;
