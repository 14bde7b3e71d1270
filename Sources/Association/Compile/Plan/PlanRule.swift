import DeepLinks

/// A rule of a table as one app has it: a pattern with one value for each listed item, and what it decides.
struct PlanRule {
    /// What may follow the segments.
    enum Rest {
        /// Nothing.
        case none
        /// Anything up to ``RoutePattern/limitedRestDepth`` segments in all.
        case limited
        /// Anything.
        case unlimited
        /// Anything, and written depth by depth up to ``RoutePattern/limitedRestDepth``: the form of the file made a
        /// text of the path free that is not a whole segment.
        case byDepth
    }

    /// What is asked of a query item: that it is there, and perhaps its value.
    struct Item: Hashable {
        let name: String
        /// The value; `nil` is any but the empty one.
        let value: String?
    }

    /// The index of the route; `nil` for what stands ahead of all routes.
    let route: Int?
    /// The segments as they are written.
    let segments: [PlanSegment]
    /// The segments as they are compared.
    let shapes: [ShapeNumber]
    /// What may follow.
    let rest: Rest
    /// The items that are asked for, in the pattern's order.
    var items: [Item] = []
    /// The items as they are compared.
    var conditions: [PlanCondition] = []
    /// The fragment that is asked for: an opt-out's only.
    var fragment: String?
    /// Whether URLs that match stay in the browser.
    let isExcluding: Bool

    /// The number of segments ahead of the rest.
    var base: Int { shapes.count }

    /// Whether a path can be as deep and match.
    func reaches(_ depth: Int) -> Bool {
        switch rest {
        case .none: depth == base
        case .limited: depth >= base && depth <= RoutePattern.limitedRestDepth
        case .unlimited, .byDepth: depth >= base
        }
    }

    /// Whether a rest is written depth by depth.
    var isDeep: Bool { rest == .limited || rest == .byDepth }

    /// Whether no free capture is in the path: the rule says no `?*` but in items.
    var isFixed: Bool { rest == .none && !segments.contains(where: \.isFree) }

    /// Whether the rule, written for a depth, has a `?*` in its path, which crosses slashes.
    func crosses(at depth: Int) -> Bool { depth > base || segments.contains(where: \.isFree) }

    /// The shape of the segment at a position; beyond the written ones anything.
    func shape(at position: Int) -> ShapeNumber { position < shapes.count ? shapes[position] : ShapeTable.any }
}
