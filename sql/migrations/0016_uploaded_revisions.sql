-- Oldest reader: 6
--
-- Whether a revision published a file that the tenant gave, and not what its routes compile to; NULL is not known, for
-- what was published before this column.

ALTER TABLE fleet.association_revisions ADD COLUMN is_uploaded boolean;
