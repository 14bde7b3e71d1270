-- Oldest reader: 6
--
-- What the prober knows: when each domain is due, what was seen, how it stands, and what has to be told.

-- A row per domain that is probed. Who has the lease probes it; a lease that has lapsed is anybody's.
CREATE TABLE fleet.probe_schedule (
  domain_id integer PRIMARY KEY,
  tenant_id integer NOT NULL,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease uuid,
  leased_until timestamptz,
  probed_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  silenced_until timestamptz,
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE INDEX probe_schedule_due ON fleet.probe_schedule (due_at);
CREATE INDEX probe_schedule_tenant ON fleet.probe_schedule (tenant_id, domain_id);

-- A row per change of what is seen of a file at a vantage, and how often it was seen so.
CREATE TABLE fleet.observations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  vantage text NOT NULL,
  kind text NOT NULL,
  node text COLLATE "C" NOT NULL DEFAULT '',
  verdict text NOT NULL,
  reason text NOT NULL DEFAULT '',
  revision integer,
  outcome text NOT NULL,
  sha256 bytea,
  evidence jsonb NOT NULL DEFAULT '{}',
  body bytea,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  probes integer NOT NULL DEFAULT 1,
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT observations_kind CHECK (kind IN ('aasa', 'assetlinks'))
) WITH (fillfactor = 70);

CREATE INDEX observations_file ON fleet.observations (domain_id, vantage, kind, node, id);
CREATE INDEX observations_tenant ON fleet.observations (tenant_id, domain_id);
CREATE INDEX observations_last_seen ON fleet.observations (last_seen_at);

-- What is left of a day when its observations are forgotten.
CREATE TABLE fleet.observation_days (
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  vantage text NOT NULL,
  kind text NOT NULL,
  node text COLLATE "C" NOT NULL DEFAULT '',
  day date NOT NULL,
  probes integer NOT NULL DEFAULT 1,
  drifted integer NOT NULL DEFAULT 0,
  PRIMARY KEY (domain_id, vantage, kind, node, day),
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE INDEX observation_days_tenant ON fleet.observation_days (tenant_id, domain_id);
CREATE INDEX observation_days_day ON fleet.observation_days (day);

CREATE TABLE fleet.drift_states (
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  vantage text NOT NULL,
  kind text NOT NULL,
  node text COLLATE "C" NOT NULL DEFAULT '',
  verdict text NOT NULL,
  reason text NOT NULL DEFAULT '',
  revision integer,
  replaced_at timestamptz,
  healing_at timestamptz,
  witnesses jsonb NOT NULL DEFAULT '[]',
  further_witnesses integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  drift_since timestamptz,
  last_seen_at timestamptz NOT NULL,
  bad_probes integer NOT NULL,
  is_raised boolean NOT NULL,
  PRIMARY KEY (domain_id, vantage, kind, node),
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT drift_states_kind CHECK (kind IN ('aasa', 'assetlinks')),
  CONSTRAINT drift_states_in_sync CHECK ((verdict = 'in_sync') = (drift_since IS NULL)),
  CONSTRAINT drift_states_raised CHECK (drift_since IS NOT NULL OR NOT is_raised)
) WITH (fillfactor = 70);

CREATE INDEX drift_states_tenant ON fleet.drift_states (tenant_id, domain_id);
CREATE INDEX drift_states_drifting ON fleet.drift_states (drift_since) WHERE drift_since IS NOT NULL;

-- What has to be told, written in the transaction that moves a state. Names, not references: it is told all the same
-- when the domain has gone.
CREATE TABLE fleet.alerts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  event text NOT NULL CHECK (event IN ('raised', 'cleared')),
  cause text NOT NULL,
  tenant text COLLATE "C",
  host text COLLATE "C",
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease uuid,
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz
);

CREATE INDEX alerts_due ON fleet.alerts (due_at) WHERE delivered_at IS NULL;
CREATE INDEX alerts_delivered ON fleet.alerts (delivered_at) WHERE delivered_at IS NOT NULL;

-- What is published is looked at at once.
CREATE FUNCTION fleet.make_due() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO fleet.probe_schedule (domain_id, tenant_id)
  SELECT DISTINCT domain_id, tenant_id FROM new_rows ORDER BY domain_id
  ON CONFLICT (domain_id) DO UPDATE SET due_at = clock_timestamp(), failures = 0;
  RETURN NULL;
END
$$;

CREATE TRIGGER association_revisions_make_due AFTER INSERT ON fleet.association_revisions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.make_due();

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY[
    'probe_schedule', 'observations', 'observation_days', 'drift_states', 'alerts'
  ] LOOP
    EXECUTE format('ALTER TABLE fleet.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY owner ON fleet.%I USING (CURRENT_USER = (SELECT fleet.owner()))', target);
  END LOOP;
END
$$;
