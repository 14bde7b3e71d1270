-- Oldest reader: 6
--
-- Where browsers go by platform, what becomes of a request's query, and what programs that draw previews are given.
-- A reader that knows nothing of it sends everybody to the web destination.
--
-- An element of `platforms` is `KEY=DESTINATION`, of `campaign` `NAME=VALUE`, as in the fleet file.

ALTER TABLE fleet.tenants
  ADD COLUMN platforms text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT tenants_platforms CHECK (cardinality(platforms) <= 9);

ALTER TABLE fleet.domains
  ADD COLUMN platforms text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT domains_platforms CHECK (cardinality(platforms) <= 9);

ALTER TABLE fleet.routes
  ADD COLUMN platforms text[] NOT NULL DEFAULT '{}',
  ADD COLUMN query_policy text NOT NULL DEFAULT 'keep',
  ADD COLUMN query_items text[] NOT NULL DEFAULT '{}',
  ADD COLUMN campaign text[] NOT NULL DEFAULT '{}',
  ADD COLUMN preview_title text,
  ADD COLUMN preview_description text,
  ADD COLUMN preview_image text,
  ADD CONSTRAINT routes_platforms CHECK (cardinality(platforms) <= 9),
  ADD CONSTRAINT routes_query CHECK (
    query_policy IN ('keep', 'drop', 'only') AND (query_policy = 'only') = (cardinality(query_items) > 0)
  ),
  ADD CONSTRAINT routes_campaign CHECK (cardinality(campaign) <= 5),
  ADD CONSTRAINT routes_preview CHECK (
    preview_title IS NOT NULL OR (preview_description IS NULL AND preview_image IS NULL)
  );
