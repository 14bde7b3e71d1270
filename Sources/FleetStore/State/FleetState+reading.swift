import Cryptography
import DeepLinks
import JSONText
import Platform

extension FleetState {
    /// Reads what ``encoded()`` wrote; nothing of a file that is not whole is used.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: ``FleetStateError``.
    package init(decoding bytes: [UInt8]) throws(FleetStateError) {
        let body = try Self.checked(bytes)
        guard let end = body.firstIndex(of: UInt8(ascii: "\n")),
            let count = Int(String(decoding: body[..<end], as: UTF8.self)), count >= 0,
            count <= body.endIndex - end - 1
        else { throw .damaged }
        let start = end + 1
        do throws(JSONError) {
            let limits = JSONLimits(bytes: count)
            let index = Array(body[start..<start + count])
            self = try StateIndex(JSONElement(JSONReader.read(index, grammar: .rfc8259, limits: limits))).state(
                files: body[(start + count)...])
        } catch {
            // The checksum fits, so what cannot be read was written by a program with other rules.
            throw .damaged
        }
    }

    /// What follows the first line, when that says that it is whole and of this format.
    private static func checked(_ bytes: [UInt8]) throws(FleetStateError) -> ArraySlice<UInt8> {
        guard bytes.starts(with: mark.utf8) else { throw .otherFile }
        guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged }
        let words = String(decoding: bytes[mark.utf8.count..<end], as: UTF8.self).split(separator: " ")
        guard let number = words.first.flatMap({ Int($0) }) else { throw .damaged }
        guard number == format else { throw .otherFormat(number) }
        let body = bytes[(end + 1)...]
        guard words.count == 2, let digest = try? SHA256.digest(of: Array(body)), digest.hex == words[1] else {
            throw .damaged
        }
        return body
    }
}

/// The index of a kept state, half read.
private struct StateIndex {
    enum Name: String, CaseIterable { case identity, generation, tenants, documents }
    enum Document: String, CaseIterable { case sha256, text }

    private let root: JSONObject<Name>
    private let reader: SnapshotReader

    init(_ element: JSONElement) throws(JSONError) {
        root = try element.object(Name.self)
        var documents: [String: [UInt8]] = [:]
        for item in try root.required(.documents).items() {
            let document = try item.object(Document.self)
            documents[try document.required(.sha256).string()] = Array(try document.required(.text).string().utf8)
        }
        reader = SnapshotReader(documents: documents)
    }

    func state(files: ArraySlice<UInt8>) throws(JSONError) -> FleetState {
        var state = FleetState()
        state.identity = try root.required(.identity).string()
        state.generation = Int64(try root.required(.generation).integer())
        var rest = files
        var parts: [(element: JSONElement, file: ArraySlice<UInt8>)] = []
        for item in try root.required(.tenants).items() {
            let count = try item.object(SnapshotReader.Part.self).required(.bytes).integer(in: 0...Int.max)
            guard count <= rest.count else { throw item.refused("the file ends before") }
            parts.append((item, rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        // A start without the database waits for this.
        let snapshots = ParallelWork.map(parts) { [reader] element, file in
            Result { () throws(JSONError) in try reader.snapshot(element, file: Array(file)) }
        }
        for snapshot in snapshots {
            let snapshot = try snapshot.get()
            state.tenants[snapshot.id] = snapshot
        }
        return state
    }
}

/// Reads tenants of a kept state, from any thread.
private struct SnapshotReader: Sendable {
    enum Published: String, CaseIterable { case sha256, number, published }
    enum Part: String, CaseIterable { case bytes, id, version, publishedVersion, publishedCompiler, domains, routes }
    enum Host: String, CaseIterable { case host, state, id, aasa, assetlinks }

    /// The documents by their digests, in hexadecimal digits.
    let documents: [String: [UInt8]]

    func snapshot(_ element: JSONElement, file: [UInt8]) throws(JSONError) -> TenantSnapshot {
        let part = try element.object(Part.self)
        var states: [DomainName: DomainState] = [:]
        var ids: [DomainName: DomainID] = [:]
        var published: [DomainName: DomainDocuments] = [:]
        for item in try part.required(.domains).items() {
            let host = try item.object(Host.self)
            let name = try host.required(.host).string { text throws(RuleViolation) in try DomainName(stored: text) }
            let state = try host.required(.state)
            guard let known = DomainState(rawValue: try state.string()) else { throw state.refused("no known state") }
            states[name] = known
            ids[name] = try host.optional(.id).map { id throws(JSONError) in DomainID(rawValue: try id.int32()) }
            let documents = DomainDocuments(
                aasa: try document(host.optional(.aasa)), assetlinks: try document(host.optional(.assetlinks)))
            if documents != DomainDocuments() { published[name] = documents }
        }
        var routes: [RouteName: RouteID] = [:]
        for entry in try part.required(.routes).entries() {
            guard let name = RouteName(entry.name) else { throw entry.nameRefused("no route's name") }
            routes[name] = RouteID(rawValue: try entry.element.int32())
        }
        return TenantSnapshot(
            id: TenantID(rawValue: try part.required(.id).int32()),
            version: Int64(try part.required(.version).integer()),
            publishedVersion: Int64(try part.required(.publishedVersion).integer()),
            publishedCompiler: try part.required(.publishedCompiler).integer(),
            tenant: try tenant(file, states, element), domainIDs: ids, routeIDs: routes, documents: published)
    }

    private func tenant(
        _ file: [UInt8], _ states: [DomainName: DomainState], _ element: JSONElement
    ) throws(JSONError) -> Tenant {
        let fleet: Fleet
        do {
            let document = try FleetDocument(reading: file, limits: JSONLimits(bytes: file.count))
            fleet = try document.file.applied(to: Fleet())
        } catch {
            throw element.refused("\(error)")
        }
        guard fleet.tenants.count == 1, var tenant = fleet.tenants.first else { throw element.refused("no tenant") }
        for index in tenant.domains.indices {
            guard let state = states[tenant.domains[index].name] else { throw element.refused("a domain is missing") }
            tenant.domains[index].state = state
        }
        return tenant
    }

    private func document(_ element: JSONElement?) throws(JSONError) -> PublishedDocument? {
        guard let element else { return nil }
        let object = try element.object(Published.self)
        let hex = try object.required(.sha256).string()
        guard let digest = SHA256Digest(hex: hex), let bytes = documents[hex] else {
            throw element.refused("no such document")
        }
        let time = try object.required(.published)
        guard let published = UnixTime(rfc3339: try time.string()) else { throw time.refused("no time") }
        return PublishedDocument(
            digest: digest, bytes: bytes, number: try object.required(.number).integer(), published: published)
    }
}

extension JSONElement {
    /// The number of a row.
    fileprivate func int32() throws(JSONError) -> Int32 {
        Int32(try integer(in: Int(Int32.min)...Int(Int32.max)))
    }
}
