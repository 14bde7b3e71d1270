extension SharedSwift {
    /// How a link is compared with a route.
    static let linkTextMatching = #"""
        extension LinkText {
            /// Why no route matched.
            var mismatch: LinkError { nearMiss ?? .noSuchRoute(url) }

            /// The values that a route finds, on all domains or on these; `nil` when it does not match.
            mutating func match(
                _ path: LinkSegment..., query: LinkItem..., on domains: [String]? = nil
            ) -> LinkMatch? {
                note(attempt(path, query, domains))
            }

            /// Whether a route without values matches.
            mutating func matches(
                _ path: LinkSegment..., query: LinkItem..., on domains: [String]? = nil
            ) -> Bool {
                note(attempt(path, query, domains)) != nil
            }

            /// Ends the search when a route matches that stays in the browser.
            func leave(
                _ path: LinkSegment..., query: LinkItem..., on domains: [String]? = nil
            ) throws {
                if case .match = attempt(path, query, domains) { throw LinkError.noSuchRoute(url) }
            }

            private mutating func note(_ attempt: Attempt) -> LinkMatch? {
                switch attempt {
                case .match(let match): return match
                case .nearMiss(let error): nearMiss = nearMiss ?? error
                case .mismatch: break
                }
                return nil
            }
        }

        extension LinkText {
            /// How a route takes a link.
            private enum Attempt {
                case match(LinkMatch)
                /// The path is the route's, but a value is not.
                case nearMiss(LinkError)
                case mismatch
            }

            private func attempt(
                _ path: [LinkSegment], _ query: [LinkItem], _ domains: [String]?
            ) -> Attempt {
                if let domain, let domains, !domains.contains(domain.name) { return .mismatch }
                var match = LinkMatch()
                var error: LinkError?
                var rest = segments[...]
                for (index, segment) in path.enumerated() {
                    if case .rest(let name, let limit) = segment {
                        let count = rest.count - (path.count - index - 1)
                        guard count >= 0, segments.count <= limit else { return .mismatch }
                        match.values[name] = rest.prefix(count).joined(separator: "/")
                        rest = rest.dropFirst(count)
                        continue
                    }
                    guard let text = rest.popFirst() else { return .mismatch }
                    switch segment {
                    case .literal(let literal):
                        guard agree(text, literal) else { return .mismatch }
                    case .value(let name, let values, let head, let tail):
                        guard let text = part(of: text, after: head, before: tail) else { return .mismatch }
                        match.values[name] = accepted(text, by: values)?.encodingCutEscape
                        if match.values[name] == nil { error = error ?? .malformedParameter(name) }
                    case .rest: break
                    }
                }
                guard rest.isEmpty else { return .mismatch }
                // Without a text of the route's own in the path, nothing says that it was meant.
                if error != nil, !path.contains(where: \.hasText) { return .mismatch }
                for item in query where error == nil { error = take(item, into: &match) }
                return error.map { .nearMiss($0) } ?? .match(match)
            }

            /// Takes the value of an item, all occurrences of which have to be right.
            private func take(_ item: LinkItem, into match: inout LinkMatch) -> LinkError? {
                let values = items.filter { $0.name == item.name }.map(\.value)
                let name = item.parameter ?? item.name
                let text: String?
                if item.isOptional {
                    text = values.first { !$0.isEmpty }.map(String.init)
                } else {
                    guard let first = values.first, !values.contains("") else {
                        return .missingParameter(name)
                    }
                    text = accepted(first, by: item.values)
                    guard text != nil, item.values.isText || values.allSatisfy({ agree($0, first) }) else {
                        return .malformedParameter(name)
                    }
                }
                if let parameter = item.parameter { match.values[parameter] = text }
                return nil
            }

            private func accepted(_ text: Substring, by values: LinkValues) -> String? {
                switch values {
                case .text: String(text)
                case .digits(let counts):
                    counts.contains(text.count) && text.allSatisfy { ("0"..."9").contains($0) }
                        ? String(text) : nil
                case .listed(let texts): texts.first { agree(text, $0) }
                }
            }

            private func part(of text: Substring, after head: String, before tail: String) -> Substring? {
                let part = text.dropFirst(head.count).dropLast(tail.count)
                guard text.count > head.count + tail.count, agree(text.prefix(head.count), head),
                    agree(text.suffix(tail.count), tail)
                else { return nil }
                return part
            }
        }

        """#
}
