-- Oldest reader: 6
--
-- Alerts that are told together keep together: a delivery that is repeated has the same key and says the same.

-- The key of the first alert of the message; NULL while the alert waits for others of its cause. The lease, the time it
-- is due and the attempts of a message are those of its first alert.
ALTER TABLE fleet.alerts ADD COLUMN batch uuid;

CREATE INDEX alerts_batch ON fleet.alerts (batch);
CREATE INDEX alerts_alone ON fleet.alerts (created_at) WHERE batch IS NULL AND delivered_at IS NULL;
