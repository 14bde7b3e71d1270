import Foundation
import Platform

@testable import DeepLinks

/// The rules of routes written as plainly as possible, over the values: what a compiled program must agree with.
struct ReferenceRouter {
    let set: RouteSet

    func answer(_ path: String, _ query: String, at time: UnixTime) -> Answered {
        if set.isSuspended { return .notFound(.suspended) }
        guard isAcceptable(path) else { return .notFound(.badPath) }
        var trimmed = path
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        let segments = trimmed.isEmpty ? [] : trimmed.components(separatedBy: "/").dropFirst().map { $0 }
        let items = query.components(separatedBy: "&").map { item -> (String, String) in
            guard let equals = item.firstIndex(of: "=") else { return (item, "") }
            return (String(item[..<equals]), String(item[item.index(after: equals)...]))
        }
        for (index, route) in set.routes.enumerated() {
            guard isIn(route.lifeSpan, time), let captures = match(route.pattern, segments, items) else { continue }
            switch route.destination {
            case .links: return link(route, index, captures)
            case .web(let template):
                if makesDots(template, route.pattern, captures) { return .notFound(.unsafeCapture) }
                return .location(
                    location(template, route.pattern, captures, path, query), .route, route: index
                )
            }
        }
        var answer: UnmatchedAnswer = set.unmatched == .notFound ? .notFound : .web(set.fallback)
        if segments.isEmpty, let root = set.root { answer = root }
        guard let template = answer.template else { return .notFound(.fallback) }
        return .location(location(template, nil, [:], path, query), .fallback, route: nil)
    }

    private func isAcceptable(_ path: String) -> Bool {
        guard path.isEmpty || path.hasPrefix("/") else { return false }
        return path.components(separatedBy: "/").allSatisfy { segment in
            guard let text = segment.removingPercentEncoding, text != ".", text != ".." else { return false }
            return text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }
        }
    }

    private func isIn(_ span: LifeSpan, _ time: UnixTime) -> Bool {
        (span.start.map { $0 <= time } ?? true) && (span.end.map { time < $0 } ?? true)
    }

    private func fold(_ text: String) -> String {
        guard !set.isCaseSensitive else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
                }))
    }

    private func match(
        _ pattern: RoutePattern, _ segments: [String], _ items: [(String, String)]
    ) -> [String: String]? {
        if segments.contains("") { return nil }
        var captures: [String: String] = [:]
        if let rest = pattern.rest {
            guard segments.count >= pattern.segments.count else { return nil }
            if pattern.isRestLimited, segments.count > 16 { return nil }
            captures[rest] = segments.dropFirst(pattern.segments.count).joined(separator: "/")
        } else if segments.count != pattern.segments.count {
            return nil
        }
        for (expected, segment) in zip(pattern.segments, segments) {
            switch expected {
            case .literal(let text): if fold(text) != fold(segment) { return nil }
            case .capture(let capture, let head, let tail):
                guard fold(segment).hasPrefix(fold(head)) else { return nil }
                let behind = String(segment.dropFirst(head.count))
                guard fold(behind).hasSuffix(fold(tail)) else { return nil }
                let value = String(behind.dropLast(tail.count))
                guard admits(capture.values, value) else { return nil }
                captures[capture.name] = value
            }
        }
        for item in pattern.items {
            let values = items.filter { $0.0 == item.name }.map(\.1)
            switch item.condition {
            case .equals(let value):
                guard !values.isEmpty, values.allSatisfy({ fold($0) == fold(value) }) else { return nil }
            case .captured(let capture) where capture.place == .optionalItem:
                captures[capture.name] = values.first { !$0.isEmpty }
            case .captured(let capture):
                guard let first = values.first, values.allSatisfy({ admits(capture.values, $0) }) else { return nil }
                if capture.values != .any, Set(values.map(fold)).count > 1 { return nil }
                captures[capture.name] = first
            }
        }
        return captures
    }

    private func admits(_ values: CaptureValues, _ text: String) -> Bool {
        switch values {
        case .any: !text.isEmpty
        case .digits(let range):
            text.range(of: "^[0-9]{\(range.lowerBound),\(range.upperBound)}$", options: .regularExpression) != nil
        case .listed(let list): list.map(fold).contains(fold(text))
        }
    }

    private func link(_ route: Route, _ index: Int, _ captures: [String: String]) -> Answered {
        guard let name = route.pattern.linkCapture?.name, let text = captures[name],
            let slug = text.removingPercentEncoding, slug.utf8.count <= 255,
            slug.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" })
        else { return .notFound(.unknownLink) }
        return .link(slug: fold(slug), route: index)
    }
}

// MARK: - Locations

extension ReferenceRouter {
    private func makesDots(_ template: URLTemplate, _ pattern: RoutePattern, _ captures: [String: String]) -> Bool {
        let path = template.path.map { piece in
            switch piece {
            case .literal(let text): text
            case .capture(let name): captures[name].map { escape($0, "/?") } ?? ""
            case .path, .query: "x"
            }
        }.joined()
        // The rest cannot have dot segments: the path would have been refused.
        return path.components(separatedBy: "/").contains { [".", ".."].contains($0.removingPercentEncoding) }
    }

    private func location(
        _ template: URLTemplate, _ pattern: RoutePattern?, _ captures: [String: String], _ path: String, _ query: String
    ) -> String {
        let places = Dictionary(
            (pattern?.captures ?? []).map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first }
        )
        let whole = String(path.dropFirst())
        var text = template.origin
        for piece in template.path {
            switch piece {
            case .literal(let literal): text += literal
            case .capture(let name):
                text += escape(captures[name] ?? "", places[name] == .rest ? "?" : "/?", encodesPercent: true)
            case .path: text += escape(whole, "?")
            case .query: break
            }
        }
        var items: [String] = []
        for item in template.query ?? [] {
            if item == [.query] {
                if !query.isEmpty { items.append(escape(query, "", isQuery: true)) }
                continue
            }
            if item.count == 2, case .literal(let name) = item[0], name.firstIndex(of: "=") == name.indices.last,
                case .capture(let slot) = item[1], places[slot] == .optionalItem, captures[slot] == nil
            {
                continue
            }
            items.append(
                item.map { piece in
                    switch piece {
                    case .literal(let literal): literal
                    case .capture(let name):
                        places[name] == .item || places[name] == .optionalItem
                            ? escape(captures[name] ?? "", "", isQuery: true) : escape(captures[name] ?? "", "&=+;[]")
                    case .path: escape(whole, "&=+;[]")
                    case .query: ""
                    }
                }.joined()
            )
        }
        let hasStored = !items.isEmpty
        if !template.pieces.contains(.query) {
            var taken = Set(
                (template.query ?? []).compactMap { item -> String? in
                    guard case .literal(let text)? = item.first else { return nil }
                    return decoded(String(text.prefix { $0 != "=" }))
                })
            for item in pattern?.items ?? [] {
                if let name = item.capture?.name, template.captureNames.contains(name) { taken.insert(item.name) }
            }
            let sent = query.isEmpty ? [] : query.components(separatedBy: "&")
            let kept = sent.filter { !taken.contains(decoded(String($0.prefix { $0 != "=" }))) }
            if !kept.isEmpty, items.last == "" { items.removeLast() }
            items += kept.map { escape($0, "", isQuery: true) }
        }
        if hasStored || !items.isEmpty { text += "?" + items.joined(separator: "&") }
        if let fragment = template.fragment {
            text += "#"
            for piece in fragment {
                switch piece {
                case .literal(let literal): text += literal
                case .capture(let name): text += escape(captures[name] ?? "", "", encodesPercent: true)
                case .path: text += escape(whole, "")
                case .query: break
                }
            }
        }
        return text
    }

    private func decoded(_ name: String) -> String {
        String(decoding: PercentEncoding.decoded(name.utf8), as: UTF8.self)
    }

    /// Encodes what RFC 3986 has not in a query, and these too.
    private func escape(_ text: String, _ more: String, isQuery: Bool = false, encodesPercent: Bool = false) -> String {
        var allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%"
        )
        if isQuery { allowed.insert(charactersIn: "[]{}|^`\\") }
        allowed.remove(charactersIn: more)
        var text = text
        if encodesPercent {
            text = text.replacing(/%(?![0-9A-Fa-f]{2})/) { _ in "\u{1}" }
        }
        return (text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "").replacing("%01", with: "%25")
    }
}
