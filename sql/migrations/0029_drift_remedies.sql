-- Oldest reader: 6
--
-- What to do about how a file stands, where what was seen tells more than vantage and verdict.

ALTER TABLE fleet.drift_states ADD COLUMN remedy text NOT NULL DEFAULT '';
