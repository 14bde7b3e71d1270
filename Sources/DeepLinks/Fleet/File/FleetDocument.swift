package import JSONText

/// A fleet file together with the places of its values, so that every refusal can be shown where it arises.
package struct FleetDocument: Sendable {
    /// What the file says.
    package let file: FleetFile

    private let root: JSONNode

    /// Reads a fleet file; the format is described in the article "The fleet file".
    ///
    /// - Parameters:
    ///   - bytes: The text, JSON5 in UTF-8.
    ///   - limits: How long and how deep it may be.
    /// - Throws: ``FleetFileError`` with all values that are refused by themselves; rules between values are looked at
    ///   when the file is applied.
    package init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(FleetFileError) {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONReader.read(bytes, grammar: .json5, limits: limits)
        } catch {
            throw FleetFileError([error])
        }
        var reader = FleetFileReader()
        let file = reader.file(JSONElement(root))
        guard let file, reader.refusals.isEmpty else { throw FleetFileError(reader.refusals) }
        self.file = file
        self.root = root
    }

    /// Applies the file to nothing and validates the outcome: the fleet of `serve --fleet`.
    ///
    /// - Returns: The fleet; only attested domains are live.
    /// - Throws: ``FleetFileError`` with all refusals of the first rule set that refuses.
    package func fleet() throws(FleetFileError) -> Fleet {
        var tenants: [Tenant] = []
        var refusals: [JSONError] = []
        for part in file.tenants {
            do throws(InputRefusals) {
                let tenant = try part.applied(to: nil)
                try tenant.validate()
                tenants.append(tenant)
            } catch {
                refusals += self.refusals(for: error)
            }
        }
        guard refusals.isEmpty else { throw FleetFileError(refusals) }
        let fleet = Fleet(tenants: tenants)
        for found in [fleet.conflicts(), fleet.loops()] where !found.isEmpty {
            throw FleetFileError(found.flatMap { self.refusals(for: $0) })
        }
        return fleet
    }

    /// Shows refusals where they arise in the file.
    ///
    /// - Parameter refusals: Refusals of a tenant that the file was applied to.
    /// - Returns: The same with the position of the nearest value that the file gives.
    package func error(for refusals: InputRefusals) -> FleetFileError {
        FleetFileError(self.refusals(for: refusals))
    }

    // MARK: - Private

    private func refusals(for error: InputRefusals) -> [JSONError] {
        let tenant = JSONElement(root).firstItem(of: "tenants", called: error.tenant.text) ?? JSONElement(root)
        return error.refusals.map { refusal in
            let element = tenant.nearest(to: refusal.path)
            return element.refused(value: refusal.value, rule: refusal.rule)
        }
    }
}

extension JSONElement {
    /// The error that a rule refuses a value here.
    func refused(value: String?, rule: String) -> JSONError {
        refused((value.map { "\($0.quotedForMessage): " } ?? "") + rule)
    }

    /// The element that a path leads to, or the last one on the way that the file has.
    fileprivate func nearest(to path: FieldPath) -> JSONElement {
        var element = self
        var steps = path.steps[...]
        while let step = steps.popFirst() {
            let next: JSONElement? =
                switch step {
                case .field(let name): element.member(name)
                case .index(let index): element.item(index)
                case .element(let name): element.item { $0.isCalled(name) }
                }
            guard let next else { break }
            element = next
        }
        return element
    }

    fileprivate func firstItem(of list: String, called name: String) -> JSONElement? {
        member(list)?.item { $0.isCalled(name) }
    }

    private func member(_ name: String) -> JSONElement? {
        guard case .object(let members) = node.value, let member = members.first(where: { $0.name == name }) else {
            return nil
        }
        return JSONElement(member.node, path: path.appending(name: name))
    }

    private func item(_ index: Int) -> JSONElement? {
        guard case .array(let nodes) = node.value, nodes.indices.contains(index) else { return nil }
        return JSONElement(nodes[index], path: path.appending(index: index))
    }

    private func item(where isMeant: (JSONElement) -> Bool) -> JSONElement? {
        guard case .array(let nodes) = node.value else { return nil }
        return nodes.indices.lazy.compactMap(item(_:)).first(where: isMeant)
    }

    /// Whether the element is known by the name: its own, its host, its URL or, where an app has none, its identifier.
    private func isCalled(_ name: String) -> Bool {
        if let own = text(of: "name") { return own == name }
        if let host = text(of: "host") { return (try? DomainName(host, isAttested: true).text) == name }
        if let url = text(of: "url") { return url == name }
        if let package = text(of: "package") { return package == name }
        return text(of: "appID").flatMap(AppID.init)?.bundleID == name[...]
    }

    private func text(of name: String) -> String? {
        guard case .string(let text) = member(name)?.node.value else { return nil }
        return text
    }
}
