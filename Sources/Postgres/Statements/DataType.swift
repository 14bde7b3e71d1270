import CPostgres

/// A type of the server that we send and read, by its object ID (PostgreSQL 15, `pg_type.dat`).
package struct DataType: Hashable, Sendable, CustomStringConvertible {
    /// The `oid` of the type in `pg_type`; the built-in ones are the same on every server.
    package let objectID: UInt32

    /// Makes a type from its object ID.
    package init(objectID: UInt32) {
        self.objectID = objectID
    }

    /// `boolean`: `Bool`.
    package static let bool = DataType(objectID: 16)
    /// `bytea`: `[UInt8]`.
    package static let bytea = DataType(objectID: 17)
    /// `bigint`: `Int64`.
    package static let int8 = DataType(objectID: 20)
    /// `smallint`: `Int16`.
    package static let int2 = DataType(objectID: 21)
    /// `integer`: `Int32`.
    package static let int4 = DataType(objectID: 23)
    /// `text`: `String`.
    package static let text = DataType(objectID: 25)
    /// `name`: read as `String`.
    package static let name = DataType(objectID: 19)
    /// `character varying`: read as `String`.
    package static let varchar = DataType(objectID: 1043)
    /// `double precision`: `Double`.
    package static let float8 = DataType(objectID: 701)
    /// `uuid`: ``UUIDText``.
    package static let uuid = DataType(objectID: 2950)
    /// `timestamp with time zone`: `UnixTime`.
    package static let timestamptz = DataType(objectID: 1184)
    /// `jsonb`: ``JSONDocument``.
    package static let jsonb = DataType(objectID: 3802)
    /// `void`: what a function without result gives; only to be skipped.
    package static let void = DataType(objectID: 2278)

    /// `boolean[]`.
    package static let boolArray = DataType(objectID: 1000)
    /// `bytea[]`.
    package static let byteaArray = DataType(objectID: 1001)
    /// `bigint[]`.
    package static let int8Array = DataType(objectID: 1016)
    /// `smallint[]`.
    package static let int2Array = DataType(objectID: 1005)
    /// `integer[]`.
    package static let int4Array = DataType(objectID: 1007)
    /// `text[]`.
    package static let textArray = DataType(objectID: 1009)
    /// `name[]`.
    package static let nameArray = DataType(objectID: 1003)
    /// `character varying[]`.
    package static let varcharArray = DataType(objectID: 1015)
    /// `double precision[]`.
    package static let float8Array = DataType(objectID: 1022)
    /// `uuid[]`.
    package static let uuidArray = DataType(objectID: 2951)
    /// `timestamp with time zone[]`.
    package static let timestamptzArray = DataType(objectID: 1185)
    /// `jsonb[]`.
    package static let jsonbArray = DataType(objectID: 3807)

    private static let names: [DataType: String] = [
        .bool: "boolean", .bytea: "bytea", .int8: "bigint", .int2: "smallint", .int4: "integer", .text: "text",
        .name: "name", .varchar: "varchar", .float8: "double precision", .uuid: "uuid", .timestamptz: "timestamptz",
        .jsonb: "jsonb", .void: "void", .boolArray: "boolean[]", .byteaArray: "bytea[]", .int8Array: "bigint[]",
        .int2Array: "smallint[]", .int4Array: "integer[]", .textArray: "text[]", .nameArray: "name[]",
        .varcharArray: "varchar[]", .float8Array: "double precision[]", .uuidArray: "uuid[]",
        .timestamptzArray: "timestamptz[]", .jsonbArray: "jsonb[]",
    ]

    private static let elements: [DataType: DataType] = [
        .boolArray: .bool, .byteaArray: .bytea, .int8Array: .int8, .int2Array: .int2, .int4Array: .int4,
        .textArray: .text, .nameArray: .name, .varcharArray: .varchar, .float8Array: .float8, .uuidArray: .uuid,
        .timestamptzArray: .timestamptz, .jsonbArray: .jsonb,
    ]

    /// The type of an array's elements, `nil` for what is no array.
    package var element: DataType? { Self.elements[self] }

    /// The SQL name, or `type 16385` for one that is not in our list.
    package var description: String { Self.names[self] ?? "type \(objectID)" }
}
