-- Oldest reader: 6
--
-- The host that stands for a domain, its own robots.txt, and whether search engines may list its links. A reader that
-- knows nothing of it answers on the domain itself, forbids nothing and keeps links out of search engines.

ALTER TABLE fleet.domains
  ADD COLUMN canonical text COLLATE "C",
  ADD COLUMN robots text,
  ADD COLUMN indexes_links boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT domains_canonical CHECK (canonical <> name),
  ADD CONSTRAINT domains_robots CHECK (octet_length(robots) BETWEEN 1 AND 8192);
