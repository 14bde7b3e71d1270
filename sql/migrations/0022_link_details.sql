-- Oldest reader: 6
--
-- What links have besides their destination: places of their own for platforms, what previews are drawn from, a note and
-- tags. A reader that knows nothing of it sends everybody to the destination, and finds no link that leads into an app.
--
-- An element of `platforms` is `KEY=DESTINATION`, as in the fleet file. Nearly all links have none of it: NULL.

ALTER TABLE fleet.links
  ADD COLUMN platforms text[],
  ADD COLUMN preview_title text,
  ADD COLUMN preview_description text,
  ADD COLUMN preview_image text,
  ADD COLUMN note text,
  ADD COLUMN tags text[],
  DROP CONSTRAINT links_destination,
  ADD CONSTRAINT links_destination CHECK (
    octet_length(destination) <= 8192
    AND CASE kind
      WHEN 'url' THEN destination ~ '^https?://'
      WHEN 'path' THEN destination LIKE '/%'
      WHEN 'app' THEN destination ~ '^[A-Za-z][A-Za-z0-9+.-]*://'
      ELSE false
    END
  ),
  ADD CONSTRAINT links_platforms CHECK (cardinality(platforms) BETWEEN 1 AND 8),
  ADD CONSTRAINT links_preview CHECK (
    preview_title IS NOT NULL OR (preview_description IS NULL AND preview_image IS NULL)
  ),
  ADD CONSTRAINT links_tags CHECK (cardinality(tags) BETWEEN 1 AND 20);

CREATE INDEX links_tagged ON fleet.links USING gin (tags) WHERE tags IS NOT NULL;
