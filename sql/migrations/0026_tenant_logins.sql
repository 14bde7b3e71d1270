-- Oldest reader: 6
--
-- Logins of tenants. Which tenant a session is of is looked up by the name that it logged in with; no setting takes
-- part. Roles, privileges and policies for others than the owner come with `postern grant`, outside migrations.

CREATE TABLE fleet.tenant_logins (
  login name PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES fleet.tenants ON DELETE CASCADE
);

CREATE INDEX tenant_logins_tenant ON fleet.tenant_logins (tenant_id);

ALTER TABLE fleet.tenant_logins ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.tenant_logins USING (CURRENT_USER = (SELECT fleet.owner()));

-- NULL for everybody who is no tenant.
CREATE FUNCTION fleet.session_tenant() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT tenant_id FROM fleet.tenant_logins WHERE login = SESSION_USER
$$;

-- Where the audit log of the session's tenant begins: after the end of a former tenant of its name.
CREATE FUNCTION fleet.session_log_start() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(max(audit_events.id), 0)
  FROM fleet.audit_events JOIN fleet.tenants ON tenants.name = tenant
  WHERE tenants.id = fleet.session_tenant() AND after IS NULL AND before ? 'tenants'
$$;

-- A removed tenant's row may become another tenant of the name.
CREATE FUNCTION fleet.end_logins() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM fleet.tenant_logins WHERE tenant_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER tenants_logins AFTER UPDATE ON fleet.tenants
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION fleet.end_logins();

-- What row security cannot say: which changes of its own rows a tenant may not make.
CREATE FUNCTION fleet.refuse_tenants() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF fleet.session_tenant() IS NOT NULL THEN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER tenants_operator BEFORE UPDATE ON fleet.tenants
  FOR EACH ROW WHEN (
    (OLD.name, OLD.is_suspended, OLD.domain_limit, OLD.route_limit, OLD.link_limit, OLD.removed_at)
    IS DISTINCT FROM
    (NEW.name, NEW.is_suspended, NEW.domain_limit, NEW.route_limit, NEW.link_limit, NEW.removed_at)
  )
  EXECUTE FUNCTION fleet.refuse_tenants('a tenant''s name, limits and suspension are for the operator to change');

CREATE TRIGGER links_blocked BEFORE UPDATE ON fleet.links
  FOR EACH ROW WHEN (
    OLD.is_blocked <> NEW.is_blocked
    OR OLD.is_blocked
      AND (OLD.domain_id, OLD.route_id, lower(OLD.slug)) IS DISTINCT FROM (NEW.domain_id, NEW.route_id, lower(NEW.slug))
  )
  EXECUTE FUNCTION fleet.refuse_tenants('only the operator blocks links, and frees or moves blocked ones');
CREATE TRIGGER links_blocked_kept BEFORE DELETE ON fleet.links
  FOR EACH ROW WHEN (OLD.is_blocked)
  EXECUTE FUNCTION fleet.refuse_tenants('a link that the operator has blocked is not for its tenant to remove');

-- A name is live after a prober has seen the proof, or by the operator's word. A trigger before the write also keeps it
-- from meeting the names of others, whose errors would tell of them. It comes before domains_expired, by name.
CREATE FUNCTION fleet.guard_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine CONSTANT integer := fleet.session_tenant();
  known fleet.domains;
BEGIN
  IF mine IS NULL THEN
    RETURN NEW;
  END IF;
  -- An upsert comes here with what it proposes, before it finds the row.
  SELECT * INTO known FROM fleet.domains WHERE tenant_id = mine AND name = NEW.name;
  IF NEW.is_attested AND known.is_attested IS NOT TRUE THEN
    RAISE EXCEPTION 'only the operator attests a name' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (
    CASE NEW.state
      WHEN 'pending' THEN true
      WHEN 'live' THEN known.state = 'live'
      ELSE known.state = 'live' AND NEW.released_until <= statement_timestamp() + interval '30 days'
        OR known.state = 'released' AND NEW.released_until <= known.released_until
    END
  ) IS NOT TRUE THEN
    RAISE EXCEPTION 'a name is live once a prober has seen the proof' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER domains_allowed BEFORE INSERT OR UPDATE ON fleet.domains
  FOR EACH ROW WHEN (NEW.state <> 'pending' OR NEW.is_attested) EXECUTE FUNCTION fleet.guard_name();
