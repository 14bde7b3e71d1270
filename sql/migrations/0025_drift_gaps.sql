-- Oldest reader: 6
--
-- Since when a probe could not learn how a file stands, so that its row tells of the time before; and what Apple got when
-- it was last made to ask a host anew, which is done rarely.

ALTER TABLE fleet.drift_states
  ADD COLUMN gap_since timestamptz,
  ADD COLUMN gap_reason text NOT NULL DEFAULT '',
  ADD COLUMN fresh_asked_at timestamptz,
  ADD COLUMN fresh_finding text NOT NULL DEFAULT '',
  -- A file of which nothing was ever learnt does not drift either.
  DROP CONSTRAINT drift_states_in_sync,
  ADD CONSTRAINT drift_states_drifting CHECK ((verdict IN ('in_sync', 'prober_broken')) = (drift_since IS NULL));

CREATE INDEX drift_states_gaps ON fleet.drift_states (gap_since) WHERE gap_since IS NOT NULL;
