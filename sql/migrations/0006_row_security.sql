-- Oldest reader: 6
--
-- Row security, on every table and for its owner too. Later migrations do the same for the tables they make. Until
-- roles are granted everything connects as the owner; their policies come with them, outside migrations.

CREATE FUNCTION fleet.owner() RETURNS name
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'fleet'
$$;

DO $$
DECLARE
  target text;
BEGIN
  FOR target IN SELECT relname FROM pg_class WHERE relnamespace = 'fleet'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('ALTER TABLE fleet.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY owner ON fleet.%I USING (CURRENT_USER = (SELECT fleet.owner()))', target);
  END LOOP;
END
$$;
