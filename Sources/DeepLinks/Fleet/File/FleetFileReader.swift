import JSONText
import Platform

/// Makes a ``FleetFile`` of a JSON5 tree and collects what it has to refuse.
///
/// A method gives `nil` for what is absent and for what is refused alike: a file with refusals is thrown away whole.
struct FleetFileReader {
    /// Refusals at most: nobody reads more, and a wrong file has as many as it has values.
    static let mostRefusals = 100

    /// What was refused, in the order of reading.
    private(set) var refusals: [JSONError] = []

    private enum FileKey: String, CaseIterable { case version, tenants }

    mutating func file(_ root: JSONElement) -> FleetFile? {
        guard let object = object(root, FileKey.self) else { return nil }
        if let version = required(object, .version), attempt({ () throws(JSONError) in try version.integer() }) != 1 {
            refuse(version.refused("this version of Postern reads version 1 of the format"))
        }
        guard let list = required(object, .tenants) else { return nil }
        let tenants = self.list(list, called: "tenant", name: { $0.name.text }) { $0.tenant($1) }
        return tenants.map { FleetFile(tenants: $0) }
    }

    // MARK: - Collecting

    mutating func refuse(_ refusal: JSONError) {
        // Two rules at one place say the same thing twice.
        guard refusals.count < Self.mostRefusals else { return }
        guard !refusals.contains(where: { $0.position == refusal.position && $0.path == refusal.path }) else { return }
        refusals.append(refusal)
    }

    mutating func attempt<Value>(_ body: () throws(JSONError) -> Value) -> Value? {
        do throws(JSONError) {
            return try body()
        } catch {
            refuse(error)
            return nil
        }
    }

    mutating func object<Key>(_ element: JSONElement, _ keys: Key.Type) -> JSONObject<Key>?
    where Key: CaseIterable & RawRepresentable<String> {
        attempt { () throws(JSONError) in try element.object(keys) }
    }

    mutating func required<Key>(_ object: JSONObject<Key>, _ key: Key) -> JSONElement? {
        attempt { () throws(JSONError) in try object.required(key) }
    }

    // MARK: - Values

    mutating func string(_ element: JSONElement?) -> String? {
        guard let element else { return nil }
        return attempt { () throws(JSONError) in try element.string() }
    }

    mutating func bool(_ element: JSONElement?) -> Bool? {
        guard let element else { return nil }
        return attempt { () throws(JSONError) in try element.bool() }
    }

    mutating func integer(_ element: JSONElement?, in range: ClosedRange<Int>) -> Int? {
        guard let element else { return nil }
        return attempt { () throws(JSONError) in try element.integer(in: range) }
    }

    mutating func checked<Value: CheckedText>(_ element: JSONElement?) -> Value? {
        guard let element, let text = string(element) else { return nil }
        if let value = Value(text) { return value }
        refuse(element.refused(value: text, rule: Value.rule))
        return nil
    }

    mutating func parsed<Value>(
        _ element: JSONElement?, _ parse: (String) throws(RuleViolation) -> Value
    ) -> Value? {
        guard let element, let text = string(element) else { return nil }
        do throws(RuleViolation) {
            return try parse(text)
        } catch {
            refuse(element.refused(value: text, rule: "\(error)"))
            return nil
        }
    }

    mutating func time(_ element: JSONElement?) -> UnixTime? {
        guard let element, let text = string(element) else { return nil }
        if let time = UnixTime(rfc3339: text) { return time }
        refuse(element.refused(value: text, rule: "a time is RFC 3339 with an offset, like 2027-06-01T00:00:00Z"))
        return nil
    }

    // MARK: - Lists

    /// Reads a list of any values.
    mutating func list<Value>(
        _ element: JSONElement?, _ read: (inout FleetFileReader, JSONElement) -> Value?
    ) -> [Value]? {
        guard let element, let items = attempt({ () throws(JSONError) in try element.items() }) else { return nil }
        var values: [Value] = []
        for item in items {
            if let value = read(&self, item) { values.append(value) }
        }
        return values
    }

    /// Reads a list whose values have names of which each may come once.
    mutating func list<Value>(
        _ element: JSONElement?, called kind: String, name: (Value) -> String,
        _ read: (inout FleetFileReader, JSONElement) -> Value?
    ) -> [Value]? {
        var seen: [String: JSONPosition] = [:]
        return list(element) { (reader, item) -> Value? in
            guard let value = read(&reader, item) else { return nil }
            if let first = seen.updateValue(item.position, forKey: name(value)) {
                reader.refuse(item.refused(value: name(value), rule: "the \(kind) comes twice; first at \(first)"))
            }
            return value
        }
    }
}
