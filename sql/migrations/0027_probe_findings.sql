-- Oldest reader: 6
--
-- What is wrong with how a domain is served, beside how its files stand: a certificate that will end, an address that
-- does not answer. And what each state rests on, as it was seen last.

CREATE TABLE fleet.probe_findings (
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  code text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL DEFAULT '',
  vantage text NOT NULL,
  severity text NOT NULL,
  message text NOT NULL,
  consequence text NOT NULL,
  advice text NOT NULL,
  evidence jsonb NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  probes integer NOT NULL,
  is_raised boolean NOT NULL,
  PRIMARY KEY (domain_id, code, subject),
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT probe_findings_severity CHECK (severity IN ('error', 'warning'))
) WITH (fillfactor = 70);

CREATE INDEX probe_findings_tenant ON fleet.probe_findings (tenant_id, domain_id);

ALTER TABLE fleet.drift_states ADD COLUMN evidence jsonb NOT NULL DEFAULT '{}';

-- A prober looks up what the gateways may present for a host.
CREATE INDEX certificates_names ON fleet.certificates USING gin (names);

ALTER TABLE fleet.probe_findings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.probe_findings USING (CURRENT_USER = (SELECT fleet.owner()));
