import Platform
import Postgres
import TestSupport
import Testing

@Suite struct ValueTests {
    struct RoundTrip: Sendable, CustomTestStringConvertible {
        var value: Value
        var text: String?
        var testDescription: String { "\(value)" }

        init(_ value: Value, _ text: String?) {
            self.value = value
            self.text = text
        }
    }

    static let roundTrips: [RoundTrip] = [
        RoundTrip(.bool(true), "true"), RoundTrip(.bool(false), "false"), RoundTrip(.bool(nil), nil),
        RoundTrip(.int16(.min), "-32768"), RoundTrip(.int16(nil), nil),
        RoundTrip(.int32(-1), "-1"), RoundTrip(.int32(.max), "2147483647"), RoundTrip(.int32(nil), nil),
        RoundTrip(.int64(.min), "-9223372036854775808"), RoundTrip(.int64(nil), nil),
        RoundTrip(.double(-0.5), "-0.5"), RoundTrip(.double(.infinity), "Infinity"), RoundTrip(.double(nil), nil),
        RoundTrip(.text(""), ""), RoundTrip(.text("Grüße, 世界 👋"), "Grüße, 世界 👋"), RoundTrip(.text(nil), nil),
        RoundTrip(.bytes([]), "\\x"), RoundTrip(.bytes([0, 255, 10]), "\\x00ff0a"), RoundTrip(.bytes(nil), nil),
        RoundTrip(
            .uuid(UUIDText("0F8FAD5B-D9CB-469F-A165-70867728950E")), "0f8fad5b-d9cb-469f-a165-70867728950e"),
        RoundTrip(.uuid(nil), nil),
        RoundTrip(.time(UnixTime(microseconds: 0)), "1970-01-01 00:00:00+00"),
        RoundTrip(.time(UnixTime(rfc3339: "2026-11-30T08:15:00.25+01:00")), "2026-11-30 07:15:00.25+00"),
        RoundTrip(.time(nil), nil),
        RoundTrip(.json(JSONDocument(#"{"a": "é"}"#)), #"{"a": "é"}"#), RoundTrip(.json(nil), nil),
        RoundTrip(.bools([true, nil, false]), "{t,NULL,f}"), RoundTrip(.int16s([1, 2]), "{1,2}"),
        RoundTrip(.int32s([]), "{}"), RoundTrip(.int32s(nil), nil),
        RoundTrip(.int64s([nil]), "{NULL}"), RoundTrip(.doubles([1.5]), "{1.5}"),
        RoundTrip(.texts(["", "NULL", nil, "a\"b", "ä"]), #"{"","NULL",NULL,"a\"b",ä}"#),
        RoundTrip(.byteArrays([[0], []]), #"{"\\x00","\\x"}"#),
        RoundTrip(
            .uuids([UUIDText("0f8fad5b-d9cb-469f-a165-70867728950e")]), "{0f8fad5b-d9cb-469f-a165-70867728950e}"),
        RoundTrip(.times([UnixTime(microseconds: -1)]), #"{"1969-12-31 23:59:59.999999+00"}"#),
        RoundTrip(.jsons([JSONDocument("[]"), nil]), "{[],NULL}"),
    ]

    @Test func `each value reaches the server as its own text and comes back equal`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        for trip in Self.roundTrips {
            let statement = Statement(
                "round trip \(trip.value.type)", sql: "SELECT $1, $1::text", parameters: [trip.value.type],
                columns: [trip.value.type, .text]
            ) { row throws(PostgresError) in
                (try Value(next: &row, like: trip.value), try row.next(String?.self))
            }
            let (value, text) = try connection.queryOne(statement, [trip.value])
            #expect(value == trip.value)
            #expect(text == trip.text)
        }
    }

    @Test func `a text of 8 MB makes the round trip`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let text = String(repeating: "0123456é", count: 1 << 20)
        #expect(try connection.queryOne(.select("$1", [.text]), [.text(text)]) == text)
    }

    @Test(arguments: [Value.text("a\u{0}b"), .texts(["a", "\u{0}"]), .json(JSONDocument("\u{0}"))])
    func `a text with U+0000 is refused before it is sent, and the connection stays (case 93)`(value: Value) throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let statement = Statement<Void>("nul", sql: "SELECT $1", parameters: [value.type])
        #expect(postgresError { try connection.execute(statement, [value]) }?.code == .invalidParameter)
        #expect(try connection.queryOne(Statement<Int32>.select("1")) == 1)
    }

    @Test func `invalid UTF-8 that the server refuses is an error of the server (case 93)`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        let statement = Statement<String>.select("convert_from($1, 'UTF8')", [.bytea])
        let error = postgresError { _ = try connection.queryOne(statement, [.bytes([0xFF])]) }
        #expect(error?.sqlState?.code == "22021")
    }

    @Test func `infinite times are refused, not turned into a number`() throws {
        let connection = try PostgresFixture.shared().makeDatabase().connect()
        for text in ["infinity", "-infinity"] {
            let statement = Statement<UnixTime>.select("'\(text)'::timestamptz")
            #expect(postgresError { _ = try connection.queryOne(statement) }?.code == .unexpectedResult)
        }
        let far = Statement<UnixTime>.select("$1", [.timestamptz])
        #expect(
            postgresError { _ = try connection.queryOne(far, [.time(UnixTime(microseconds: .min))]) }?.code
                == .invalidParameter)
    }

    @Test(arguments: ["", "0f8fad5b", "0f8fad5bd9cb469fa16570867728950e", "0f8fad5b-d9cb-469f-a165-70867728950g"])
    func `a text that is no UUID makes none`(text: String) {
        #expect(UUIDText(text) == nil)
    }
}

extension Value {
    /// Reads the next column as the case that the other value has.
    fileprivate init(next row: inout RowReader, like other: Value) throws(PostgresError) {
        self =
            switch other {
            case .bool: .bool(try row.next())
            case .int16: .int16(try row.next())
            case .int32: .int32(try row.next())
            case .int64: .int64(try row.next())
            case .double: .double(try row.next())
            case .text: .text(try row.next())
            case .bytes: .bytes(try row.next([UInt8]?.self))
            case .uuid: .uuid(try row.next())
            case .time: .time(try row.next())
            case .json: .json(try row.next())
            case .bools: .bools(try row.next())
            case .int16s: .int16s(try row.next())
            case .int32s: .int32s(try row.next())
            case .int64s: .int64s(try row.next())
            case .doubles: .doubles(try row.next())
            case .texts: .texts(try row.next())
            case .byteArrays: .byteArrays(try row.next())
            case .uuids: .uuids(try row.next())
            case .times: .times(try row.next())
            case .jsons: .jsons(try row.next())
            }
    }
}
