-- Oldest reader: 6
--
-- How a tenant's hosted pages look and what they say. A reader that knows nothing of it serves plain pages.
--
-- An element of `page` is `KEY=VALUE`, the names of the fleet file with dots between: `texts.de.open=In der App`.

ALTER TABLE fleet.tenants
  ADD COLUMN page text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT tenants_page CHECK (cardinality(page) <= 160);
