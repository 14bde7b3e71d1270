import DeepLinks

/// The links that open an app as nested enums, with every name settled for a language.
struct LinkEnum {
    /// The name of the type.
    let typeName: String
    /// The dotted name of the routes in it; empty for the outermost.
    let routePrefix: String
    /// The cases in the order of the routes.
    let cases: [LinkCase]
    /// The enums of listed values that the cases use.
    let choices: [LinkChoice]
}

/// A case of an enum: a link, or an enum of links.
struct LinkCase {
    /// The case's name; a keyword is not quoted yet.
    let name: String
    /// What it is.
    let content: Content

    indirect enum Content {
        case link(Link)
        case group(LinkEnum)
    }

    /// A route and what it captures.
    struct Link {
        let route: ClientRoute
        /// The name of its type, in a language where it has one.
        let typeName: String
        let parameters: [LinkParameter]
        /// The type that holds the parameters where they are many.
        let payload: String?
    }
}

/// A capture as a value of the language.
struct LinkParameter {
    /// Its name in the code.
    let label: String
    /// The capture.
    let capture: PatternCapture
    /// Its type.
    let kind: Kind

    enum Kind: Equatable {
        case text
        case optionalText
        /// A number; of so many digits, where that is fixed.
        case integer(digits: Int?)
        /// One of the values of the named enum.
        case choice(String, [LinkChoice.Value])
        /// The segments of a rest.
        case segments
    }
}

/// An enum of listed values.
struct LinkChoice {
    let typeName: String
    /// The capture's name.
    let capture: String
    let values: [Value]

    struct Value: Equatable {
        /// The case's name; a keyword is not quoted yet.
        let name: String
        /// The text in a URL.
        let text: String
    }
}

extension LinkEnum {
    /// More captures than these go into a type of their own.
    static let mostParameters = 3

    /// Names the links of a model.
    init(_ links: ClientLinks, typeName: String, rules: NamingRules) {
        var root = RouteNode(name: "")
        for route in links.opening { root.insert(route, at: route.name.text.split(separator: ".")[...]) }
        self.init(root, typeName: typeName, prefix: "", rules: rules)
    }

    private init(_ node: RouteNode, typeName: String, prefix: String, rules: NamingRules) {
        var names = NameScope(reserved: rules.cases)
        var types = TypeScope(rules: rules, around: typeName)
        self.typeName = typeName
        routePrefix = prefix
        let linkTypes = node.children.map { child in
            let isLink = child.route != nil && child.children.isEmpty
            return rules.linksAreTypes && isLink
                ? types.names.name(Identifier.upperCamel(child.name), suffix: "Link") : ""
        }
        cases = zip(node.children, linkTypes).map { child, linkType in
            let name = names.name(child.name, suffix: "Link")
            let type = Identifier.upperCamel(child.name)
            guard let route = child.route, child.children.isEmpty else {
                let path = prefix.isEmpty ? child.name : "\(prefix).\(child.name)"
                let group = LinkEnum(
                    child.withRouteAsChild, typeName: types.names.name(type, suffix: "Links"), prefix: path,
                    rules: rules)
                return LinkCase(name: name, content: .group(group))
            }
            var labels = NameScope(reserved: rules.labels)
            let parameters = route.captures.map { capture in
                LinkParameter(
                    label: labels.name(Identifier.lowerCamel(capture.name, fallback: "value"), suffix: "Value"),
                    capture: capture, kind: types.kind(of: capture, route: type))
            }
            let payload =
                parameters.count > Self.mostParameters && !rules.linksAreTypes
                ? types.names.name(type, suffix: "Values") : nil
            return LinkCase(
                name: name,
                content: .link(.init(route: route, typeName: linkType, parameters: parameters, payload: payload)))
        }
        choices = types.choices
    }
}

/// A part of a dotted name, with the route that has the name and those whose names go on.
private struct RouteNode {
    let name: String
    var route: ClientRoute?
    var children: [RouteNode] = []

    mutating func insert(_ route: ClientRoute, at path: ArraySlice<Substring>) {
        guard let first = path.first else {
            self.route = route
            return
        }
        let index = children.firstIndex { $0.name == first } ?? children.count
        if index == children.count { children.append(RouteNode(name: String(first))) }
        children[index].insert(route, at: path.dropFirst())
    }

    /// A route whose name is the beginning of others becomes `root` among them.
    var withRouteAsChild: RouteNode {
        guard let route else { return self }
        var node = self
        node.route = nil
        if let index = node.children.firstIndex(where: { $0.name == "root" && $0.route == nil }) {
            node.children[index].route = route
        } else {
            node.children.insert(RouteNode(name: "root", route: route), at: 0)
        }
        return node
    }
}

/// The types of an enum.
private struct TypeScope {
    let rules: NamingRules
    var names: NameScope
    var choices: [LinkChoice] = []

    init(rules: NamingRules, around typeName: String) {
        self.rules = rules
        names = NameScope(reserved: rules.types.union([typeName]))
    }

    mutating func kind(of capture: PatternCapture, route: String) -> LinkParameter.Kind {
        switch (capture.place, capture.values) {
        case (.rest, _): return .segments
        case (.optionalItem, _): return .optionalText
        case (_, .any): return .text
        case (_, .digits(let counts)):
            return .integer(digits: counts.lowerBound == counts.upperBound ? counts.lowerBound : nil)
        case (_, .listed(let texts)):
            let choice = choice(texts, capture: capture.name, route: route)
            return .choice(choice.typeName, choice.values)
        }
    }

    /// The enum of the values: one that is there already, else one named by the capture, else by route and capture.
    private mutating func choice(_ texts: [String], capture: String, route: String) -> LinkChoice {
        let known = choices.first { $0.capture == capture && $0.values.map(\.text) == texts }
        if let known { return known }
        let wish = Identifier.upperCamel(capture)
        let type = choices.contains { $0.capture == capture } ? route + wish : wish
        var names = NameScope(reserved: rules.cases, spelling: rules.valueSpelling)
        let values = texts.map { text -> LinkChoice.Value in
            let wish = Identifier.lowerCamel(text.percentDecoded, fallback: "value")
            return LinkChoice.Value(name: names.name(wish, suffix: wish == "value" ? "" : "Value"), text: text)
        }
        let choice = LinkChoice(
            typeName: self.names.name(type, suffix: "Choice"), capture: capture, values: values)
        choices.append(choice)
        return choice
    }
}

extension String {
    /// The text decoded once.
    var percentDecoded: String { String(decoding: PercentEncoding.decoded(utf8), as: UTF8.self) }
}
