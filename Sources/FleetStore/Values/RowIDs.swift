/// The number of a tenant's row; 1 or more.
package struct TenantID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number in the database.
    package let rawValue: Int32

    /// Wraps a number of the database.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The number in decimal.
    package var description: String { String(rawValue) }

    /// Orders by number, which is the order of locking.
    package static func < (left: TenantID, right: TenantID) -> Bool { left.rawValue < right.rawValue }
}

/// The number of a domain's row; 1 or more.
package struct DomainID: Hashable, Sendable, CustomStringConvertible {
    /// The number in the database.
    package let rawValue: Int32

    /// Wraps a number of the database.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The number in decimal.
    package var description: String { String(rawValue) }
}

/// The number of a route's row; 1 or more.
package struct RouteID: Hashable, Sendable, CustomStringConvertible {
    /// The number in the database.
    package let rawValue: Int32

    /// Wraps a number of the database.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The number in decimal.
    package var description: String { String(rawValue) }
}

/// The number of a link's row; 1 or more.
package struct LinkID: Hashable, Sendable, CustomStringConvertible {
    /// The number in the database.
    package let rawValue: Int32

    /// Wraps a number of the database.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The number in decimal.
    package var description: String { String(rawValue) }
}
