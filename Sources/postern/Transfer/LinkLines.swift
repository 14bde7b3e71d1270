import DeepLinks
import JSONText

/// Links as lines of a file.
struct LinkLines {
    /// What was written and not taken yet.
    var bytes: [UInt8] = []

    private let form: LinkFile.Form

    /// Begins a file.
    init(_ form: LinkFile.Form) {
        self.form = form
        guard form == .csv else { return }
        let header = ["url"] + LinkField.all.map(\.setting.name)
        bytes = Array((header.joined(separator: ",") + "\n").utf8)
    }

    /// Writes a link.
    mutating func append(_ url: String, _ link: Link) {
        switch form {
        case .csv:
            let fields = [url] + LinkField.all.map { $0.text(link) ?? "" }
            bytes += fields.map(\.csvField).joined(separator: ",").utf8
        case .jsonl:
            var writer = JSONWriter(layout: .compact)
            writer.object { writer in
                writer.member("url", url)
                for field in LinkField.all {
                    guard let text = field.text(link) else { continue }
                    switch field.form {
                    case .text: writer.member(field.setting.name, text)
                    case .flag: writer.member(field.setting.name, text == "true")
                    case .list: writer.member(field.setting.name, readTags(text))
                    }
                }
            }
            bytes += writer.bytes
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
