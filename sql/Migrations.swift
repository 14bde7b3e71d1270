/// The migrations, compiled in.
package enum Migrations {
    /// All migrations, in order; `MigrationFilesTests` compares the list with the folder.
    ///
    /// The generated names lack the first digit.
    package static let all: [Migration] = [
        Migration("0001_fleet", PackageResources._001_fleet_sql),
        Migration("0002_routes", PackageResources._002_routes_sql),
        Migration("0003_documents", PackageResources._003_documents_sql),
        Migration("0004_rules", PackageResources._004_rules_sql),
        Migration("0005_feed", PackageResources._005_feed_sql),
        Migration("0006_row_security", PackageResources._006_row_security_sql),
        Migration("0007_app_services", PackageResources._007_app_services_sql),
        Migration("0008_gateways", PackageResources._008_gateways_sql),
        Migration("0009_association_uploads", PackageResources._009_association_uploads_sql),
        Migration("0010_prober", PackageResources._010_prober_sql),
        Migration("0011_destinations", PackageResources._011_destinations_sql),
        Migration("0012_link_feed", PackageResources._012_link_feed_sql),
        Migration("0013_destination_hosts", PackageResources._013_destination_hosts_sql),
        Migration("0014_alert_batches", PackageResources._014_alert_batches_sql),
        Migration("0015_prober_faults", PackageResources._015_prober_faults_sql),
        Migration("0016_uploaded_revisions", PackageResources._016_uploaded_revisions_sql),
        Migration("0017_domain_proofs", PackageResources._017_domain_proofs_sql),
        Migration("0018_link_life", PackageResources._018_link_life_sql),
        Migration("0019_pages", PackageResources._019_pages_sql),
        Migration("0020_unmatched", PackageResources._020_unmatched_sql),
        Migration("0021_gateway_reach", PackageResources._021_gateway_reach_sql),
        Migration("0022_link_details", PackageResources._022_link_details_sql),
        Migration("0023_domain_answers", PackageResources._023_domain_answers_sql),
        Migration("0024_certificates", PackageResources._024_certificates_sql),
        Migration("0025_drift_gaps", PackageResources._025_drift_gaps_sql),
        Migration("0026_tenant_logins", PackageResources._026_tenant_logins_sql),
        Migration("0027_probe_findings", PackageResources._027_probe_findings_sql),
        Migration("0028_strict_transport", PackageResources._028_strict_transport_sql),
        Migration("0029_drift_remedies", PackageResources._029_drift_remedies_sql),
    ]
}
