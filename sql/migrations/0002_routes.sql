-- Oldest reader: 2
--
-- Routes and links.

-- A tenant's one ordered list. Positions have gaps, so that a route can be put between two others.
CREATE TABLE fleet.routes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES fleet.tenants ON DELETE CASCADE,
  position bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  pattern text NOT NULL,
  opens text NOT NULL DEFAULT 'all',
  has_all_domains boolean NOT NULL DEFAULT true,
  destination_kind text NOT NULL,
  destination text,
  scheme_url text,
  scheme_key text GENERATED ALWAYS AS (regexp_replace(scheme_url, '\{[^{}]*\}', '{}', 'g')) STORED,
  examples text[] NOT NULL DEFAULT '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  status integer NOT NULL DEFAULT 302,
  max_age integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id),
  CONSTRAINT routes_name_key UNIQUE (tenant_id, name),
  CONSTRAINT routes_position_key UNIQUE (tenant_id, position) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT routes_scheme_key UNIQUE (tenant_id, scheme_key) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT routes_name_form CHECK (
    name ~ '^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*$' AND octet_length(name) <= 100
  ),
  CONSTRAINT routes_pattern_form CHECK (
    pattern LIKE '/%' AND octet_length(pattern) <= 2048 AND regexp_count(pattern, '\{') <= 8
  ),
  CONSTRAINT routes_opens CHECK (opens IN ('all', 'none', 'only')),
  CONSTRAINT routes_destination CHECK (
    CASE destination_kind
      WHEN 'web' THEN destination IS NOT NULL AND destination LIKE 'https://%'
      WHEN 'links' THEN destination IS NULL
      ELSE false
    END
  ),
  CONSTRAINT routes_life_span CHECK (starts_at < ends_at),
  CONSTRAINT routes_status CHECK (status IN (301, 302, 303, 307, 308)),
  CONSTRAINT routes_max_age CHECK (
    max_age BETWEEN 0 AND 31536000 AND (max_age > 0 OR status NOT IN (301, 308))
  )
);

CREATE TABLE fleet.route_domains (
  tenant_id integer NOT NULL,
  route_id integer NOT NULL,
  domain_id integer NOT NULL,
  PRIMARY KEY (route_id, domain_id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES fleet.routes (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, domain_id) REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX route_domains_domain ON fleet.route_domains (tenant_id, domain_id);

CREATE TABLE fleet.route_apps (
  tenant_id integer NOT NULL,
  route_id integer NOT NULL,
  app_id integer NOT NULL,
  PRIMARY KEY (route_id, app_id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES fleet.routes (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, app_id) REFERENCES fleet.apps (tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX route_apps_app ON fleet.route_apps (tenant_id, app_id);

-- The slug is percent-decoded once, with ASCII letters folded where the domain folds.
CREATE TABLE fleet.links (
  id integer GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  domain_id integer NOT NULL,
  route_id integer NOT NULL,
  slug text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  destination text NOT NULL,
  expires_at timestamptz,
  CONSTRAINT links_slug_key PRIMARY KEY (domain_id, route_id, slug),
  CONSTRAINT links_domain FOREIGN KEY (tenant_id, domain_id)
    REFERENCES fleet.domains (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT links_route FOREIGN KEY (tenant_id, route_id) REFERENCES fleet.routes (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT links_slug_form CHECK (octet_length(slug) BETWEEN 1 AND 1024),
  CONSTRAINT links_destination CHECK (
    octet_length(destination) <= 8192
    AND CASE kind WHEN 'url' THEN destination ~ '^https?://' WHEN 'path' THEN destination LIKE '/%' ELSE false END
  )
);

CREATE INDEX links_tenant_route ON fleet.links (tenant_id, route_id);

-- How many links a tenant has; the row's lock makes the limit exact. Kept by triggers (0004).
CREATE TABLE fleet.link_counts (
  tenant_id integer PRIMARY KEY REFERENCES fleet.tenants ON DELETE CASCADE,
  count bigint NOT NULL
);
