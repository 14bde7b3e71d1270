import Cryptography
import Foundation
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway

@Suite struct TicketSecretsFileTests {
    let folder: CertificateFolder

    init() throws {
        folder = try CertificateFolder()
    }

    static let secret = "planted-secret-" + String(repeating: "0123456789", count: 3)

    @Test func `a file that is written anew is read, a bad one is reported without its text`() throws {
        let recorder = LogRecorder()
        let path = folder.path + "/tickets"
        try folder.write(Self.secret + "\n", to: "tickets")
        let tls = try TLSServer(secrets: try TicketSecretsFile.read(path))
        let file = TicketSecretsFile(path: path, tls: tls, log: Log(format: .json, sink: recorder))
        file.tick()
        #expect(recorder.texts.joined(separator: "\n") == "")
        try folder.write("too short planted-secret", to: "tickets")
        file.tick()
        file.tick()
        #expect(recorder.texts.joined(separator: "\n").components(separatedBy: "ticket secrets refused").count == 2)
        try folder.write(Self.secret + "2\n" + Self.secret, to: "tickets")
        file.tick()
        #expect(recorder.texts.joined(separator: "\n").contains("ticket secrets replaced"))
        #expect(!recorder.texts.joined(separator: "\n").contains("planted-secret"))
    }

    @Test func `a file that is missing, malformed or open to others is refused`() throws {
        let path = folder.path + "/tickets"
        #expect(throws: GatewayError.self) { _ = try TicketSecretsFile.read(path) }
        try folder.write("planted-secret", to: "tickets")
        let error = #expect(throws: GatewayError.self) { _ = try TicketSecretsFile.read(path) }
        #expect(error?.description.contains("planted-secret") == false)
        try folder.write(Self.secret, to: "tickets")
        try folder.setMode("tickets", 0o644)
        #expect(throws: GatewayError.self) { _ = try TicketSecretsFile.read(path) }
    }
}
