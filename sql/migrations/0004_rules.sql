-- Oldest reader: 4
--
-- Triggers: claimed names, versions, limits.

CREATE FUNCTION fleet.claims(domain_name text) RETURNS TABLE (name text, is_wildcard boolean)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH labels AS (SELECT string_to_array(regexp_replace(domain_name, '^\*\.', ''), '.') AS parts)
  SELECT array_to_string(parts[first:], '.'), false
  FROM labels, generate_series(1, cardinality(parts) - 1) AS first
  UNION ALL
  SELECT substr(domain_name, 3), true
  WHERE domain_name LIKE '*.%'
$$;

-- A hold-down that has run out ends when somebody else wants the name.
CREATE FUNCTION fleet.drop_expired_claims() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM fleet.domains
  WHERE state = 'released'
    AND released_until <= statement_timestamp()
    AND tenant_id <> NEW.tenant_id
    AND (
      name = NEW.name
      OR id IN (
        SELECT held.domain_id
        FROM fleet.claims(NEW.name) AS wanted
        JOIN fleet.claimed_names AS held USING (name)
        WHERE held.is_wildcard <> wanted.is_wildcard
      )
    );
  RETURN NEW;
END
$$;

CREATE FUNCTION fleet.claim_names() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM fleet.claimed_names WHERE domain_id = NEW.id;
  IF NEW.state IN ('live', 'released') THEN
    INSERT INTO fleet.claimed_names (domain_id, tenant_id, name, is_wildcard)
    SELECT NEW.id, NEW.tenant_id, name, is_wildcard
    FROM fleet.claims(NEW.name);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER domains_expired BEFORE INSERT OR UPDATE OF name, state, tenant_id ON fleet.domains
  FOR EACH ROW WHEN (NEW.state = 'live') EXECUTE FUNCTION fleet.drop_expired_claims();
CREATE TRIGGER domains_claim AFTER INSERT OR UPDATE OF name, state, tenant_id ON fleet.domains
  FOR EACH ROW EXECUTE FUNCTION fleet.claim_names();

-- The version is raised by whatever touches a tenant; only a statement that does nothing else may publish.
CREATE FUNCTION fleet.raise_version() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  published fleet.tenants := OLD;
BEGIN
  published.published_version := NEW.published_version;
  published.published_compiler := NEW.published_compiler;
  IF published IS DISTINCT FROM NEW THEN
    NEW.version := OLD.version + 1;
    NEW.published_version := OLD.published_version;
    NEW.published_compiler := OLD.published_compiler;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER tenants_version BEFORE UPDATE ON fleet.tenants
  FOR EACH ROW EXECUTE FUNCTION fleet.raise_version();

CREATE FUNCTION fleet.check_limits(touched integer[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM fleet.tenants
    WHERE id = ANY (touched)
      AND domain_limit < (SELECT count(*) FROM fleet.domains WHERE tenant_id = tenants.id AND state <> 'released')
  ) THEN
    RAISE EXCEPTION 'a tenant would have more domains than its limit'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenants_domain_limit';
  END IF;
  IF EXISTS (
    SELECT
    FROM fleet.tenants
    WHERE id = ANY (touched)
      AND route_limit <
        (SELECT count(*) FROM fleet.routes WHERE tenant_id = tenants.id AND has_all_domains)
        + (
          SELECT coalesce(max(named), 0)
          FROM (
            SELECT count(*) AS named
            FROM fleet.route_domains JOIN fleet.routes ON id = route_id AND NOT has_all_domains
            WHERE route_domains.tenant_id = tenants.id
            GROUP BY domain_id
          ) AS counts
        )
  ) THEN
    RAISE EXCEPTION 'a domain would have more routes than its tenant''s limit'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenants_route_limit';
  END IF;
END
$$;

-- Locks the tenants in the order in which operations do. The lock also makes the limits exact. What goes with a domain
-- is no change of its own: a hold-down that has run out goes in another tenant's transaction.
CREATE FUNCTION fleet.touch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  touched integer[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM FROM fleet.tenants ORDER BY id FOR UPDATE;
    UPDATE fleet.tenants SET version = version + 1;
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    touched := ARRAY(SELECT DISTINCT tenant_id FROM new_rows);
  ELSIF TG_OP = 'UPDATE' THEN
    touched := ARRAY(SELECT tenant_id FROM new_rows UNION SELECT tenant_id FROM old_rows);
  ELSIF TG_TABLE_NAME = 'domains' THEN
    touched := ARRAY(SELECT DISTINCT tenant_id FROM old_rows WHERE state <> 'released');
  ELSIF TG_TABLE_NAME = 'association_revisions' THEN
    touched := ARRAY(SELECT DISTINCT old_rows.tenant_id FROM old_rows JOIN fleet.domains ON id = domain_id);
  ELSE
    touched := ARRAY(SELECT DISTINCT tenant_id FROM old_rows);
  END IF;
  IF touched <> '{}' THEN
    PERFORM FROM fleet.tenants WHERE id = ANY (touched) ORDER BY id FOR UPDATE;
    UPDATE fleet.tenants SET version = version + 1 WHERE id = ANY (touched);
    IF TG_OP <> 'DELETE' THEN
      PERFORM fleet.check_limits(touched);
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION fleet.count_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE fleet.link_counts SET count = 0;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE fleet.link_counts
    SET count = link_counts.count - gone.count
    FROM (SELECT tenant_id, count(*) FROM old_rows GROUP BY tenant_id) AS gone
    WHERE link_counts.tenant_id = gone.tenant_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO fleet.link_counts (tenant_id, count)
    SELECT tenant_id, count(*) FROM new_rows GROUP BY tenant_id ORDER BY tenant_id
    ON CONFLICT (tenant_id) DO UPDATE SET count = link_counts.count + EXCLUDED.count;
    IF EXISTS (
      SELECT
      FROM fleet.link_counts JOIN fleet.tenants ON id = tenant_id
      WHERE count > link_limit AND tenant_id IN (SELECT tenant_id FROM new_rows)
    ) THEN
      RAISE EXCEPTION 'a tenant would have more links than its limit'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'tenants_link_limit';
    END IF;
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  target text;
  run text;
BEGIN
  FOREACH target IN ARRAY ARRAY[
    'apps', 'domains', 'routes', 'route_domains', 'route_apps', 'association_revisions', 'links'
  ] LOOP
    run := format(
      'FOR EACH STATEMENT EXECUTE FUNCTION fleet.%I()', CASE target WHEN 'links' THEN 'count_links' ELSE 'touch' END
    );
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON fleet.%I REFERENCING NEW TABLE AS new_rows %s',
      target || '_inserted', target, run);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON fleet.%I
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows %s', target || '_updated', target, run);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON fleet.%I REFERENCING OLD TABLE AS old_rows %s',
      target || '_deleted', target, run);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON fleet.%I %s', target || '_truncated', target, run);
  END LOOP;
END
$$;
