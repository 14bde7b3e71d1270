import HTTPWire
import JSONText

/// The names behind the numbers of records, as JSON strings; each is asked for once.
///
/// For one thread.
struct LoggedNames: ~Copyable {
    /// Where a string stands; one of no bytes was not asked for yet.
    private struct Place {
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    private let name: (UInt32) -> String?
    private var places: [Place] = []
    private var text = ResponseBuffer(capacity: 1024)

    /// Makes an empty store.
    ///
    /// - Parameter name: Tells a number's name, always the same; `nil` for a number that has none, shown as `-`.
    init(_ name: @escaping (UInt32) -> String?) {
        self.name = name
    }

    /// Appends the name of a number.
    mutating func append(_ number: UInt32, to lines: inout ResponseBuffer) {
        let index = Int(number)
        if index >= places.count || places[index].count == 0 { learn(number) }
        let place = places[index]
        lines.append(text.bytes.extracting(Int(place.start)..<Int(place.start + place.count)))
    }

    private mutating func learn(_ number: UInt32) {
        while places.count <= Int(number) { places.append(Place()) }
        var writer = JSONWriter()
        writer.write(name(number) ?? "-")
        places[Int(number)] = Place(start: UInt32(text.count), count: UInt32(writer.bytes.count))
        text.append(writer.bytes.span)
    }
}
