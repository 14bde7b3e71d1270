/// One event loop: stub.
struct EventLoop: ~Copyable {
    init(_ index: Int, _ shared: SharedState, _ listeners: [Listener], _ handler: any RequestHandler) {}
    mutating func run() {}
}
