-- Oldest reader: 6
--
-- Association files that tenants give. A domain publishes of each kind either the one given here or, where there is no
-- row, what its routes compile to: the key allows nothing between.

CREATE TABLE fleet.association_uploads (
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  kind text NOT NULL,
  sha256 bytea NOT NULL,
  CONSTRAINT association_uploads_one_source PRIMARY KEY (domain_id, kind),
  CONSTRAINT association_uploads_domain FOREIGN KEY (tenant_id, domain_id)
    REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT association_uploads_document FOREIGN KEY (sha256, kind)
    REFERENCES fleet.association_documents (sha256, kind)
);

CREATE INDEX association_uploads_tenant ON fleet.association_uploads (tenant_id, domain_id, kind);
CREATE INDEX association_uploads_document ON fleet.association_uploads (sha256, kind);

ALTER TABLE fleet.association_uploads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON fleet.association_uploads USING (CURRENT_USER = (SELECT fleet.owner()));

CREATE TRIGGER association_uploads_inserted AFTER INSERT ON fleet.association_uploads
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.touch();
CREATE TRIGGER association_uploads_updated AFTER UPDATE ON fleet.association_uploads
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.touch();
CREATE TRIGGER association_uploads_deleted AFTER DELETE ON fleet.association_uploads
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION fleet.touch();
CREATE TRIGGER association_uploads_truncated AFTER TRUNCATE ON fleet.association_uploads
  FOR EACH STATEMENT EXECUTE FUNCTION fleet.touch();
