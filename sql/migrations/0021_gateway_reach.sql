-- Oldest reader: 6
--
-- Whether a gateway answers probers at all, whatever the domain: one that does not is one alarm, not one per domain.

CREATE TABLE fleet.gateway_reach (
  node text COLLATE "C" PRIMARY KEY,
  answered_at timestamptz,
  silent_since timestamptz,
  looks integer NOT NULL DEFAULT 0,
  verdict text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  is_raised boolean NOT NULL DEFAULT false,
  seen_at timestamptz NOT NULL,
  CONSTRAINT gateway_reach_raised CHECK (silent_since IS NOT NULL OR NOT is_raised)
);

ALTER TABLE fleet.gateway_reach ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.gateway_reach USING (CURRENT_USER = (SELECT fleet.owner()));
