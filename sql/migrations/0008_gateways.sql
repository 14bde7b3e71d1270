-- Oldest reader: 6
--
-- The gateways that serve the fleet. Each registers itself, with a token of its own, and says every two seconds that it
-- is there; times are those of this server.

CREATE TABLE fleet.gateways (
  token uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL,
  version text NOT NULL,
  url text,
  cursor bigint NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  registered_by name NOT NULL DEFAULT SESSION_USER,
  CONSTRAINT gateways_name CHECK (octet_length(name) BETWEEN 1 AND 255),
  CONSTRAINT gateways_version CHECK (octet_length(version) BETWEEN 1 AND 100),
  CONSTRAINT gateways_url CHECK (octet_length(url) <= 255 AND url ~ '^https?://')
) WITH (fillfactor = 50);

ALTER TABLE fleet.gateways ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.gateways USING (CURRENT_USER = (SELECT fleet.owner()));
