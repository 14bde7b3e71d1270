/// How a program's words are laid out.
///
/// All places are indices of words, all texts are an offset and a count.
///
/// Header, then the routes' records, then what these point to. A change here raises ``version``.
package enum ProgramLayout {
    /// The first word of every program: the format's version.
    package static let version: UInt32 = 0x5052_0004

    // Header.
    static let flags = 1
    static let routeCount = 2
    static let routes = 3
    static let itemNames = 4
    static let index = 5
    static let indexMask = 6
    static let otherList = 7
    static let otherCount = 8
    // The records of what is answered where no route decides: elsewhere, and at `/`.
    static let fallback = 9
    static let root = 10
    // The template that leads to the canonical host; 0 for none.
    static let canonical = 11
    // The text of the robots file: offset, count; a count of 0 for none.
    static let robots = 12
    // What browsers are told over HTTPS: offset, count; a count of 0 for nothing.
    static let strictTransport = 14
    static let headerSize = 16

    static let foldsFlag: UInt32 = 1
    static let suspendedFlag: UInt32 = 2
    // Some route has a capture first and a literal second.
    static let secondsFlag: UInt32 = 4
    // Some route depends on who asks.
    static let clientFlag: UInt32 = 8
    // Links lead to listed hosts only.
    static let hostsFlag: UInt32 = 16
    // Search engines may list links.
    static let indexFlag: UInt32 = 32
    // Another host stands for the domain.
    static let canonicalFlag: UInt32 = 64

    // A slot of the index: a hash of the first literal segments, and the list of routes that begin so.
    static let slotSize = 3
    // An entry of a list: number of segments, whether a rest follows, and the route.
    static let entryDepthMask = 0x7F
    static let entryRestFlag = 0x80
    static let entryRouteShift = 8

    // A route's record, or that of what is answered where none decides.
    enum RouteRecord {
        static let shape = 0
        static let segments = 1
        static let items = 2
        static let itemCount = 3
        static let template = 4
        static let status = 5
        static let maxAge = 6
        static let lifeSpan = 7
        static let captureIndex = 8
        // Where browsers go by platform; 0 for all to one place.
        static let targets = 9
        // Of a route of kind `links`: what becomes of the query behind a link's URL; 0 keeps it.
        static let linkRules = 10
        static let size = 11

        // Of the shape: number of segments, then flags.
        static let depthMask: UInt32 = 0xFF
        static let restFlag: UInt32 = 0x100
        static let limitedFlag: UInt32 = 0x200
        static let linksFlag: UInt32 = 0x400
        // No route: the 404 page.
        static let notFoundFlag: UInt32 = 0x800
        // The capture's index in a route of kind `links` whose pattern names no link.
        static let noCapture = 0xFF
    }

    // A segment or an item begins with its kind, the index of its capture in the next byte and, of an item, the
    // number of its name above that.
    enum Match {
        /// Text: offset, count.
        static let literal: UInt32 = 0
        /// Head offset, head count, tail offset, tail count.
        static let free: UInt32 = 1
        /// As free; then least and most digits.
        static let digits: UInt32 = 2
        /// As free; then a count, and offset and count of each value.
        static let listed: UInt32 = 3
        /// An item that may be there.
        static let optional: UInt32 = 4
    }

    // The targets of a route: whether programs get a preview; then by platform a kind, a template and the template of
    // the store, each 0 where there is none.
    enum Targets {
        static let preview = 0
        static let platforms = 1
        static let entrySize = 3
        /// The template, or the link where it is 0.
        static let web: UInt32 = 0
        /// The store.
        static let store: UInt32 = 1
        /// The page; its way on is the template, or the link where it is 0.
        static let page: UInt32 = 2
    }

    // What becomes of the query behind a link's URL: a policy; place and count of the names of the policy; count of
    // the items that are added, then of each the name and the text.
    enum LinkRules {
        static let policy = 0
        static let names = 1
        static let nameCount = 2
        static let addedCount = 3
        static let added = 4
        static let addedSize = 4

        static let keep: UInt32 = 0
        static let drop: UInt32 = 1
        static let only: UInt32 = 2
    }

    // A template: mask of captures that may not be dots, number of operations, excluded names (place, count), then
    // operations of three words: kind and a byte above it, and two operands.
    enum Template {
        static let dotMask = 0
        static let operationCount = 1
        static let names = 2
        static let nameCount = 3
        static let operations = 4
        static let operationSize = 3
    }

    enum Operation {
        /// Text: offset, count; the byte says whether the query has begun and whether its last item is empty.
        static let literal: UInt32 = 0
        /// A capture, by the byte: escape rule.
        static let capture: UInt32 = 1
        /// The request's path, without its first slash where the byte is 0: escape rule.
        static let path: UInt32 = 2
        /// The request's query: escape rule.
        static let query: UInt32 = 3
        /// `?` or `&`, as due.
        static let separator: UInt32 = 4
        /// Skip as many operations when the capture of the byte is absent.
        static let skipWithoutCapture: UInt32 = 5
        /// Skip as many operations when the request has no query.
        static let skipWithoutQuery: UInt32 = 6
        /// The request's query items whose names are not excluded; with a byte of 1, only those with these names.
        static let keep: UInt32 = 7
        /// Skip as many operations as the byte says when the query has an item of this name: offset, count.
        static let skipWithItem: UInt32 = 8
        /// `?` or `&`, or nothing where it stands already.
        static let joiner: UInt32 = 9
        /// The host of the request.
        static let host: UInt32 = 10

        static let queryBegun: UInt32 = 1
        static let queryOpen: UInt32 = 2
    }
}
