-- Oldest reader: 6
--
-- Which hosts a tenant's destinations may have. A reader that knows nothing of it serves links whatever their hosts.

ALTER TABLE fleet.tenants
  ADD COLUMN http_hosts text[] NOT NULL DEFAULT '{}',
  ADD COLUMN destination_hosts text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT tenants_hosts CHECK (cardinality(http_hosts) <= 1000 AND cardinality(destination_hosts) <= 1000);
