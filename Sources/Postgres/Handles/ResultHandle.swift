import CPostgres

/// Sole owner of a `PGresult`; cleared with it.
@safe
final class ResultHandle {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    var status: ExecStatusType { unsafe PQresultStatus(pointer) }
    var rowCount: Int { Int(unsafe PQntuples(pointer)) }
    var columnCount: Int { Int(unsafe PQnfields(pointer)) }
    var parameterCount: Int { Int(unsafe PQnparams(pointer)) }

    /// The rows that a command without rows touched; 0 for commands that touch none.
    var affectedRowCount: Int {
        unsafe Int(String(cString: PQcmdTuples(pointer))) ?? 0
    }

    /// The command's tag, such as `INSERT 0 1` or `ROLLBACK`.
    var commandTag: String {
        unsafe String(cString: PQcmdStatus(pointer))
    }

    func columnType(_ column: Int) -> DataType {
        DataType(objectID: unsafe PQftype(pointer, Int32(column)))
    }

    func columnName(_ column: Int) -> String {
        unsafe PQfname(pointer, Int32(column)).map { unsafe String(cString: $0) } ?? ""
    }

    func parameterType(_ parameter: Int) -> DataType {
        DataType(objectID: unsafe PQparamtype(pointer, Int32(parameter)))
    }

    /// Gives the bytes of a value to the closure, or `nil` for NULL.
    func withValue<Result, Failure: Error>(
        row: Int, column: Int, _ body: (Span<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard unsafe PQgetisnull(pointer, Int32(row), Int32(column)) == 0,
            let start = unsafe PQgetvalue(pointer, Int32(row), Int32(column))
        else { return try body(nil) }
        let count = Int(unsafe PQgetlength(pointer, Int32(row), Int32(column)))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return try body(unsafe Span(_unsafeBytes: bytes))
    }

    /// Throws the error that this result is, if it is one.
    func check() throws(PostgresError) {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC: return
        case PGRES_PIPELINE_ABORTED:
            throw PostgresError(.pipelineAborted, "an earlier statement of the batch failed")
        default: throw error
        }
    }

    /// The error that this result is.
    var error: PostgresError {
        let schema = field(.schema)
        let table = field(.table)
        let state = SQLState(field(.sqlState))
        let primary = field(.message)
        let text = unsafe String(cString: PQresultErrorMessage(pointer))
        return PostgresError(
            state == nil ? .connectionLost : .server,
            primary.isEmpty ? text.trimmingLineEnd() : primary,
            sqlState: state,
            detail: field(.detail),
            hint: field(.hint),
            constraint: field(.constraint),
            table: schema.isEmpty ? table : "\(schema).\(table)",
            column: field(.column))
    }

    /// The notice that this result is, in a notice receiver.
    static func notice(in pointer: OpaquePointer) -> Notice {
        func field(_ field: DiagnosticField) -> String {
            unsafe PQresultErrorField(pointer, field.code).map { unsafe String(cString: $0) } ?? ""
        }
        return Notice(
            severity: field(.severity), sqlState: SQLState(field(.sqlState)),
            message: field(.message))
    }

    private func field(_ field: DiagnosticField) -> String {
        unsafe PQresultErrorField(pointer, field.code).map { unsafe String(cString: $0) } ?? ""
    }
}

/// The parts of an error, as libpq's `postgres_ext.h` names them by a letter; Swift does not see its macros.
private enum DiagnosticField: Unicode.Scalar {
    case severity = "V"
    case sqlState = "C"
    case message = "M"
    case detail = "D"
    case hint = "H"
    case schema = "s"
    case table = "t"
    case column = "c"
    case constraint = "n"

    var code: Int32 { Int32(rawValue.value) }
}
