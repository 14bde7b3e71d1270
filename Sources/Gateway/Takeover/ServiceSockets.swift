import HTTPServer
import Platform

extension GivenSockets {
    /// The sockets that a service manager passed to this process: sd_listen_fds(3).
    ///
    /// - Parameters:
    ///   - process: The number of this process.
    ///   - variable: The value of a variable of the environment.
    /// - Returns: The sockets; `nil` when there are none for this process.
    /// - Throws: ``GatewayError`` when what was passed does not listen.
    static func passed(
        to process: Int32 = ProcessEnvironment.processNumber,
        _ variable: (String) -> String? = ProcessEnvironment.value
    ) throws(GatewayError) -> GivenSockets? {
        guard variable("LISTEN_PID") == "\(process)", let count = variable("LISTEN_FDS").flatMap(Int32.init), count > 0
        else { return nil }
        var entries: [Entry] = []
        for descriptor in 3..<3 + count {
            let address = try GatewayError.wrapping(.configuration) { () throws(SystemError) in
                try ListeningSocket.address(ofListening: descriptor)
            }
            entries.append(Entry(kind: nil, address: address, descriptor: descriptor, isShared: true))
        }
        return GivenSockets(entries)
    }
}
