-- Oldest reader: 6
--
-- What a domain answers where no route matches, besides a redirect to `fallback`, and what it answers at `/`. A reader
-- that knows nothing of it leads to the fallback or to the tenant's web page.

ALTER TABLE fleet.domains
  ADD COLUMN unmatched text,
  ADD COLUMN root text,
  ADD CONSTRAINT domains_unmatched CHECK (unmatched IN ('page', 'notFound') AND fallback IS NULL OR unmatched IS NULL),
  ADD CONSTRAINT domains_root CHECK (root IN ('page', 'notFound') OR root ~ '^https://[^/]');
