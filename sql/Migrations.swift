/// The migrations, compiled in.
package enum Migrations {
    /// Name and bytes of every migration, in order.
    package static let all: [(name: String, bytes: [UInt8])] = [
        ("0001_fleet", PackageResources._001_fleet_sql)
    ]
}
