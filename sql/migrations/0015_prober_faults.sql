-- Oldest reader: 6
--
-- What is broken about probers themselves: while it is, what they see of domains moves no state.

CREATE TABLE fleet.prober_faults (
  prober text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL DEFAULT statement_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (prober, part)
);

ALTER TABLE fleet.prober_faults ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.prober_faults USING (CURRENT_USER = (SELECT fleet.owner()));
