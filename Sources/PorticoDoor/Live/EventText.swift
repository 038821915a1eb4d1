import NIOCore
import PorticoBytes

/// Events in wire format (WHATWG HTML, 9.2.5). Each is encoded once for all readers of a language.
enum EventText {
    /// The start of every stream: a random reconnection delay, and the id after which the stream has all events. The
    /// delay keeps clients from reconnecting all at the same time after a restart.
    static func opening(at id: EventID) -> ByteBuffer {
        ByteBuffer(string: "retry: \(Int.random(in: 1000...4000))\n:\nid: \(id)\n\n")
    }

    /// A heartbeat that keeps proxies from closing an idle stream. It is an event, because script does not see
    /// comments: a page takes a stream without heartbeats for dead. Its id moves the position of a reconnecting client
    /// past events for others.
    static func signOfLife(at id: EventID) -> ByteBuffer { event("alive", "{}", id: id) }

    /// An empty comment. A writer can write it when everything before it is sent.
    static let pause = ByteBuffer(string: ":\n\n")

    /// Some events that the reader missed were dropped. The stream has all events after this one.
    static func missed(at id: EventID) -> ByteBuffer { event("missed", "{}", id: id) }

    static func event(_ name: String, _ json: String, id: EventID) -> ByteBuffer {
        ByteBuffer(string: "id: \(id)\nevent: \(name)\ndata: \(json)\n\n")
    }
}

/// An event with its id, in wire format for each language.
struct WrittenEvent: Sendable {
    /// One form if it is the same in all languages.
    private let forms: [String: ByteBuffer]

    init(_ name: String, _ json: [String: String], id: EventID) {
        forms = json.mapValues { EventText.event(name, $0, id: id) }
    }

    init(_ bytes: ByteBuffer) {
        forms = ["": bytes]
    }

    var isTheSameForAll: Bool { forms.count == 1 }

    func bytes(in language: String) -> ByteBuffer {
        forms[language] ?? forms.first?.value ?? ByteBuffer()
    }

    /// The number of bytes in memory.
    var size: Int { forms.values.reduce(0) { $0 + $1.readableBytes } }
}

/// A position in the order of events: the id of the server's start, and the number of events so far. With several
/// servers, the number of the newest event follows that all of them receive in the same order.
package struct EventID: Hashable, Sendable, CustomStringConvertible {
    let start: String
    let number: UInt64
    /// The number of the newest event that all servers have received; 0 before the first. nil with one server, or while
    /// this server does not know it.
    let shared: Int64?

    package var description: String { "\(start)-\(number)" + (shared.map { "-\($0)" } ?? "") }
}

extension EventID {
    /// The id sent by a client; nil if it is malformed.
    init?(_ text: String) {
        let parts = text.fields(separatedBy: "-")
        let shared = parts.count == 3 ? Int64(parts[2]) : nil
        guard 2...3 ~= parts.count, let number = UInt64(parts[1]), parts.count == 2 || shared != nil else { return nil }
        self.init(start: String(parts[0]), number: number, shared: shared)
    }
}
