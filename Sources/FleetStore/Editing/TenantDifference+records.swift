import DeepLinks
import JSONText
import Platform
import Postgres

/// The JSON arrays of objects that the writing statements take.
extension TenantDifference {
    var appRecords: JSONDocument {
        records(writtenApps) { writer, entry in
            writer.member("position", entry.position)
            writer.member("name", entry.app.name.text)
            writer.optional("scheme", entry.app.scheme?.text)
            writer.member("has_web_credentials", entry.app.hasWebCredentials)
            writer.member("app_clips", entry.app.appClips.map(\.text))
            switch entry.app.identity {
            case .ios(let appID, let storeID):
                writer.member("platform", "ios")
                writer.member("identifier", appID.text)
                writer.optional("store_id", storeID?.text)
                writer.member("fingerprints", [String]())
            case .android(let package, let fingerprints):
                writer.member("platform", "android")
                writer.member("identifier", package.text)
                writer.member("fingerprints", fingerprints.map(\.text))
            }
        }
    }

    var domainRecords: JSONDocument {
        records(writtenDomains) { writer, domain in
            writer.member("name", domain.name.text)
            writer.member("state", domain.state.rawValue)
            writer.member("is_attested", domain.isAttested)
            writer.optional("fallback", domain.fallback?.template?.text)
            writer.optional("unmatched", domain.fallback?.storedStyle)
            writer.optional("root", domain.root?.text)
            writer.optional("canonical", domain.canonical?.text)
            writer.optional("robots", domain.robots?.text)
            writer.optional("strict_transport", domain.strictTransport?.text)
            writer.member("indexes_links", domain.indexesLinks)
            writer.member("is_case_sensitive", domain.isCaseSensitive)
            writer.optional("opt_out_item", domain.optOut?.queryItem)
            writer.optional("opt_out_fragment", domain.optOut?.fragment)
            writer.member("platforms", domain.platforms.stored)
        }
    }

    var routeRecords: JSONDocument {
        records(writtenRoutes) { writer, entry in
            let route = entry.route
            writer.member("position", entry.position)
            writer.member("name", route.name.text)
            writer.member("pattern", route.pattern.text)
            writer.member("opens", route.opens.stored)
            writer.member("has_all_domains", route.domains == nil)
            switch route.destination {
            case .links: writer.member("destination_kind", "links")
            case .web(let template):
                writer.member("destination_kind", "web")
                writer.member("destination", template.text)
            }
            writer.optional("scheme_url", route.schemeURL?.text)
            writer.member("examples", route.examples)
            writer.optional("starts_at", route.lifeSpan.start?.description)
            writer.optional("ends_at", route.lifeSpan.end?.description)
            writer.member("status", route.redirect.status)
            writer.member("max_age", route.redirect.maxAge)
            writer.member("platforms", route.platforms.stored)
            writer.member("query_policy", route.query.stored)
            writer.member("query_items", route.query.names)
            writer.member("campaign", route.campaign.stored)
            writer.optional("preview_title", route.preview?.title)
            writer.optional("preview_description", route.preview?.description)
            writer.optional("preview_image", route.preview?.image?.text)
        }
    }

    private func records<Element>(
        _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) -> JSONDocument {
        var writer = JSONWriter()
        writer.beginArray()
        for element in elements {
            writer.beginObject()
            write(&writer, element)
            writer.endObject()
        }
        writer.endArray()
        return JSONDocument(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension AppSelection {
    /// As the column `opens` has it.
    var stored: String {
        switch self {
        case .all: "all"
        case .none: "none"
        case .only: "only"
        }
    }
}

extension UnmatchedAnswer {
    /// As the column `unmatched` has it; a template stands in `fallback`, where older gateways look for it.
    fileprivate var storedStyle: String? { template == nil ? text : nil }
}

extension JSONWriter {
    fileprivate mutating func optional(_ name: String, _ value: String?) {
        if let value { member(name, value) }
    }
}
