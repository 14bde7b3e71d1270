-- Oldest reader: 6
--
-- When a link is there for browsers, and where it leads afterwards.

ALTER TABLE fleet.links
  ADD COLUMN starts_at timestamptz,
  ADD COLUMN afterwards text,
  ADD COLUMN is_paused boolean NOT NULL DEFAULT false,
  ADD COLUMN is_blocked boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT links_life CHECK (starts_at < expires_at),
  ADD CONSTRAINT links_afterwards CHECK (
    afterwards IS NULL
    OR afterwards ~ '^https?://' AND octet_length(afterwards) <= 8192 AND expires_at IS NOT NULL
  );
