/// The number of a shape in a ``ShapeTable``; equal shapes have equal numbers.
typealias ShapeNumber = Int

/// The different segments of a table's patterns, each once.
struct ShapeTable {
    private(set) var shapes: [SegmentShape] = [.any]
    private var numbers: [SegmentShape: ShapeNumber] = [.any: 0]
    /// The numbers of a listed shape's texts, each as a literal.
    private(set) var listedNumbers: [ShapeNumber: [ShapeNumber]] = [:]

    /// Whether a tail must follow where its first character first appears, as on Android.
    private let hasLazyTails: Bool

    init(hasLazyTails: Bool = false) { self.hasLazyTails = hasLazyTails }

    /// The number of ``SegmentShape/any``.
    static let any: ShapeNumber = 0

    /// The shape's number, a new one if need be.
    mutating func number(of shape: SegmentShape) -> ShapeNumber {
        if let number = numbers[shape] { return number }
        let number = shapes.count
        numbers[shape] = number
        shapes.append(shape)
        if case .listed(let texts) = shape { listedNumbers[number] = texts.map { self.number(of: .literal($0)) } }
        return number
    }

    /// Whether a segment may fit both.
    func overlap(_ one: ShapeNumber, _ other: ShapeNumber) -> Bool {
        one == other || one == Self.any || other == Self.any || shapes[one].overlaps(shapes[other])
    }

    /// Whether all of the second fits the first.
    func cover(_ one: ShapeNumber, _ other: ShapeNumber) -> Bool {
        if one == other || one == Self.any { return true }
        return hasLazyTails ? shapes[one].lazilyCovers(shapes[other]) : shapes[one].covers(shapes[other])
    }

    /// Whether the shape is one text.
    func isLiteral(_ number: ShapeNumber) -> Bool {
        if case .literal = shapes[number] { true } else { false }
    }
}
