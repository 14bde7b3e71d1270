-- Oldest reader: 6
--
-- What browsers are told of a domain over HTTPS. A reader that knows nothing of it tells them nothing.

ALTER TABLE fleet.domains
  ADD COLUMN strict_transport text COLLATE "C",
  ADD CONSTRAINT domains_strict_transport CHECK (strict_transport ~ '^max-age=[0-9]{1,8}(; includeSubDomains)?(; preload)?$');
