/// What `postern grant` runs: roles, privileges and policies, made anew in one transaction.
///
/// Roles belong to the cluster, and several databases of it may be granted at once; policies and privileges belong to the
/// database. A table that the script does not name is read by tenants where it has their number and is the prober's to
/// write.
enum GrantScript {
    /// Serialises the grants of one database; those of others meet in the roles alone.
    static let lock = "LOCK TABLE fleet.tenant_logins IN ACCESS EXCLUSIVE MODE"

    /// Makes the roles that there are not, and lets them, and nobody else but the owner, connect.
    static let roles = """
        DO $grant$
        DECLARE
          grantee text;
        BEGIN
          FOREACH grantee IN ARRAY ARRAY['postern_operator', 'postern_gateway', 'postern_prober', 'postern_tenant'] LOOP
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = grantee) THEN
              EXECUTE format('CREATE ROLE %I NOLOGIN', grantee);
            END IF;
            EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', current_database(), grantee);
            EXECUTE format('GRANT USAGE ON SCHEMA fleet TO %I', grantee);
            EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA fleet FROM %I', grantee);
          END LOOP;
          EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), fleet.owner());
          EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database());
        END
        $grant$
        """

    /// Gives each role its privileges, and policies that say to which rows they apply.
    ///
    /// What a tenant writes has to be of its own domain or route also where a key names it: else a key that is taken
    /// would be told from one that is not, and another tenant's slugs could be guessed.
    static let privileges = """
        DO $grant$
        DECLARE
          mine CONSTANT text := 'tenant_id = (SELECT fleet.session_tenant())';
          my_domain CONSTANT text := mine
            || ' AND domain_id IN (SELECT id FROM fleet.domains WHERE tenant_id = (SELECT fleet.session_tenant()))';
          my_route CONSTANT text := mine
            || ' AND route_id IN (SELECT id FROM fleet.routes WHERE tenant_id = (SELECT fleet.session_tenant()))';
          rule record;
        BEGIN
          FOR rule IN
            SELECT polname, polrelid::regclass AS target
            FROM pg_policy
            WHERE polrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'fleet'::regnamespace)
              AND polname IN ('operator', 'gateway', 'prober', 'tenant')
          LOOP
            EXECUTE format('DROP POLICY %I ON %s', rule.polname, rule.target);
          END LOOP;
          FOR rule IN
            WITH tables AS (
              SELECT relname::text AS target, EXISTS (
                  SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id'
                ) AS is_of_tenants
              FROM pg_class
              WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p')
            ), tenant_rules (target, privileges, visible, allowed) AS (
              VALUES
                ('migrations', 'SELECT', 'true', NULL),
                ('feed', 'SELECT', 'true', NULL),
                ('gateways', 'SELECT', 'true', NULL),
                ('tenants', 'SELECT, UPDATE', 'id = (SELECT fleet.session_tenant())', NULL),
                ('apps', 'SELECT, INSERT, UPDATE, DELETE', mine, NULL),
                ('domains', 'SELECT, INSERT, UPDATE, DELETE', mine, NULL),
                ('routes', 'SELECT, INSERT, UPDATE, DELETE', mine, NULL),
                ('route_domains', 'SELECT, INSERT, UPDATE, DELETE', mine, my_route),
                ('route_apps', 'SELECT, INSERT, UPDATE, DELETE', mine, my_route),
                ('links', 'SELECT, INSERT, UPDATE, DELETE', mine, my_domain),
                ('association_uploads', 'SELECT, INSERT, UPDATE, DELETE', mine, my_domain),
                ('association_revisions', 'SELECT, INSERT', mine, my_domain),
                (
                  'association_documents', 'SELECT, INSERT',
                  '(sha256, kind) IN (SELECT sha256, kind FROM fleet.association_revisions) OR '
                    || '(sha256, kind) IN (SELECT sha256, kind FROM fleet.association_uploads)',
                  'true'
                ),
                (
                  'audit_events', 'SELECT, INSERT',
                  'tenant = (SELECT name FROM fleet.tenants WHERE id = (SELECT fleet.session_tenant())) '
                    || 'AND id > (SELECT fleet.session_log_start())',
                  NULL
                ),
                ('changes', 'SELECT', 'tenant_id IS NULL OR ' || mine, NULL),
                (
                  'link_changes', 'SELECT',
                  'domain_id IS NULL OR domain_id IN ('
                    || 'SELECT id FROM fleet.domains WHERE tenant_id = (SELECT fleet.session_tenant()))',
                  NULL
                ),
                ('domain_proofs', 'SELECT, UPDATE (due_at)', mine, NULL),
                (
                  'probe_schedule', 'SELECT, INSERT (domain_id, tenant_id, silenced_until), UPDATE (silenced_until)',
                  mine, my_domain
                ),
                -- Commands look there too, and find nothing.
                ('prober_faults', 'SELECT', NULL, NULL),
                ('gateway_reach', 'SELECT', NULL, NULL)
            )
            SELECT 'tenant' AS name, target, privileges, visible, allowed
            FROM tenant_rules
            UNION ALL
            SELECT 'tenant', target, 'SELECT', mine, NULL
            FROM tables
            WHERE is_of_tenants AND target NOT IN (SELECT target FROM tenant_rules)
            UNION ALL
            SELECT 'operator', target,
              CASE
                WHEN target IN ('migrations', 'feed', 'changes', 'link_changes', 'link_counts', 'claimed_names')
                  THEN 'SELECT'
                WHEN target IN ('audit_events', 'association_documents', 'association_revisions') THEN 'SELECT, INSERT'
                ELSE 'SELECT, INSERT, UPDATE, DELETE'
              END,
              'true', NULL
            FROM tables
            UNION ALL
            SELECT 'prober', target,
              CASE
                WHEN target IN (
                  'migrations', 'feed', 'changes', 'link_changes', 'link_counts', 'claimed_names', 'gateways', 'apps',
                  'routes', 'route_domains', 'route_apps', 'links', 'association_uploads'
                ) THEN 'SELECT'
                WHEN target = 'tenants' THEN 'SELECT, UPDATE'
                WHEN target = 'domains' THEN 'SELECT, INSERT, UPDATE'
                WHEN target IN ('audit_events', 'association_documents', 'association_revisions') THEN 'SELECT, INSERT'
                ELSE 'SELECT, INSERT, UPDATE, DELETE'
              END,
              'true', NULL
            FROM tables
            WHERE target NOT IN ('certificates', 'challenges', 'tenant_logins')
            UNION ALL
            -- What gateways may present is compared with what they do.
            SELECT 'prober', 'certificates', 'SELECT (fingerprint, names)', 'true', NULL
            UNION ALL
            SELECT 'gateway', target, 'SELECT', 'true', NULL
            FROM tables
            WHERE target IN (
              'migrations', 'feed', 'changes', 'link_changes', 'tenants', 'apps', 'domains', 'routes', 'route_domains',
              'route_apps', 'links', 'association_documents', 'association_revisions', 'association_uploads',
              'certificates', 'challenges'
            )
            UNION ALL
            SELECT 'gateway', 'gateways', 'SELECT, INSERT, UPDATE, DELETE',
              'registered_by = SESSION_USER OR seen_at < clock_timestamp() - interval ''24 hours''',
              'registered_by = SESSION_USER'
          LOOP
            EXECUTE format('GRANT %s ON fleet.%I TO %I', rule.privileges, rule.target, 'postern_' || rule.name);
            IF rule.visible IS NOT NULL THEN
              EXECUTE format(
                'CREATE POLICY %I ON fleet.%I TO %I USING (%s) WITH CHECK (%s)', rule.name, rule.target,
                'postern_' || rule.name, rule.visible, coalesce(rule.allowed, rule.visible)
              );
            END IF;
          END LOOP;
        END
        $grant$
        """
}
