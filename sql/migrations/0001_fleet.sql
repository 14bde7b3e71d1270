-- Oldest reader: 1
--
-- Tenants with their apps and domains.
--
-- The owner of everything here is whoever migrates first; no statement names a role. Row security is forced, so that
-- the owner too sees rows only by a policy (0006): that of the schema's owner, whoever that is at the time.

CREATE SCHEMA fleet;

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA fleet;

CREATE TABLE fleet.migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  checksum bytea NOT NULL CHECK (octet_length(checksum) = 32),
  oldest_reader integer NOT NULL CHECK (oldest_reader BETWEEN 1 AND number),
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A removed tenant keeps its row and its name while it has released domains (hold-down).
CREATE TABLE fleet.tenants (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  web text NOT NULL,
  is_suspended boolean NOT NULL DEFAULT false,
  domain_limit integer NOT NULL DEFAULT 1000,
  route_limit integer NOT NULL DEFAULT 500,
  link_limit integer NOT NULL DEFAULT 1000000,
  removed_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  published_version bigint NOT NULL DEFAULT 0,
  published_compiler integer NOT NULL DEFAULT 0,
  CONSTRAINT tenants_name_key UNIQUE (name),
  CONSTRAINT tenants_name_form CHECK (name ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  CONSTRAINT tenants_web_form CHECK (web ~ '^https?://[^/]'),
  CONSTRAINT tenants_limits CHECK (domain_limit >= 0 AND route_limit >= 0 AND link_limit >= 0),
  CONSTRAINT tenants_published CHECK (published_version BETWEEN 0 AND version)
);

CREATE TABLE fleet.apps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES fleet.tenants ON DELETE CASCADE,
  position bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  platform text NOT NULL,
  identifier text COLLATE "C" NOT NULL,
  store_id text,
  fingerprints text[] NOT NULL DEFAULT '{}',
  scheme text COLLATE "C",
  UNIQUE (tenant_id, id),
  CONSTRAINT apps_name_key UNIQUE (tenant_id, name),
  CONSTRAINT apps_identifier_key UNIQUE (tenant_id, platform, identifier) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT apps_position_key UNIQUE (tenant_id, position) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT apps_name_form CHECK (name ~ '^[A-Za-z0-9._-]{1,155}$' AND name NOT IN ('all', 'none')),
  CONSTRAINT apps_scheme_form CHECK (scheme ~ '^[a-z][a-z0-9+.-]{0,63}$'),
  CONSTRAINT apps_platform CHECK (
    CASE platform
      WHEN 'ios' THEN identifier ~ '^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$'
        AND fingerprints = '{}' AND (store_id IS NULL OR store_id ~ '^[1-9][0-9]{0,17}$')
      WHEN 'android' THEN identifier ~ '^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$'
        AND store_id IS NULL
        AND array_to_string(fingerprints, ',') ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){31}(,[0-9A-F]{2}(:[0-9A-F]{2}){31})*$'
      ELSE false
    END
  )
);

-- A name is kept in one spelling only: lower-case ASCII A-labels, no dot at the end, `*.` in front of a wildcard.
CREATE TABLE fleet.domains (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES fleet.tenants ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  is_wildcard boolean NOT NULL GENERATED ALWAYS AS (name LIKE '*.%') STORED,
  state text NOT NULL DEFAULT 'pending',
  is_attested boolean NOT NULL DEFAULT false,
  released_until timestamptz,
  fallback text,
  is_case_sensitive boolean NOT NULL DEFAULT true,
  opt_out_item text,
  opt_out_fragment text,
  UNIQUE (tenant_id, id),
  CONSTRAINT domains_tenant_name_key UNIQUE (tenant_id, name),
  CONSTRAINT domains_name_form CHECK (
    octet_length(name) <= 253
    AND name ~ '^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'
    AND name !~ '^\*\.[^.]+$'
  ),
  CONSTRAINT domains_state CHECK (state IN ('pending', 'live', 'released')),
  CONSTRAINT domains_released CHECK ((state = 'released') = (released_until IS NOT NULL)),
  CONSTRAINT domains_opt_out CHECK ((opt_out_item IS NULL) = (opt_out_fragment IS NULL))
);

-- A pending name reserves nothing; a live or released one belongs to one tenant.
CREATE UNIQUE INDEX domains_claimed_name_key ON fleet.domains (name) WHERE state IN ('live', 'released');

-- What live and released names claim: the name and every ancestor of two labels or more, and for a wildcard its
-- parent once more as a wildcard. A name of one tenant under a wildcard of another, or the parent of one, meets it in
-- one row that only differs in is_wildcard. Filled by a trigger (0004).
CREATE TABLE fleet.claimed_names (
  domain_id integer NOT NULL,
  tenant_id integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  is_wildcard boolean NOT NULL,
  PRIMARY KEY (domain_id, name, is_wildcard),
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT claimed_names_wildcard EXCLUDE USING gist (name WITH =, tenant_id WITH <>, is_wildcard WITH <>)
);
