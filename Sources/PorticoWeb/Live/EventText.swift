import NIOCore

/// Events as they go over the wire (WHATWG HTML, 9.2.5). Each is encoded once for all who read it.
enum EventText {
    /// The beginning of every stream: how long to wait before coming back, not the same for all that a server drops at once,
    /// and the place in the order of events from which on it tells everything.
    static func opening(at id: EventID) -> ByteBuffer {
        ByteBuffer(string: "retry: \(Int.random(in: 1000...4000))\n:\nid: \(id)\n\n")
    }

    /// Keeps what lies between from closing a quiet stream. The id spares whoever comes back what others were told.
    static func signOfLife(at id: EventID) -> ByteBuffer {
        ByteBuffer(string: ":\nid: \(id)\n\n")
    }

    /// Says nothing; it can be written once everything before it is on its way.
    static let pause = ByteBuffer(string: ":\n\n")

    /// What the reader wants to be told again is no longer known. From this event on it is told everything.
    static func missed(at id: EventID) -> ByteBuffer { event("missed", "{}", id: id) }

    static func event(_ name: String, _ json: String, id: EventID) -> ByteBuffer {
        ByteBuffer(string: "id: \(id)\nevent: \(name)\ndata: \(json)\n\n")
    }
}

/// A place in the order of events: which start of the server it was, and how many there had been.
struct EventID: Hashable, Sendable, CustomStringConvertible {
    let start: String
    let number: UInt64

    var description: String { "\(start)-\(number)" }

    init(start: String, number: UInt64) {
        self.start = start
        self.number = number
    }

    /// What a client sent; nil where it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = UInt64(parts[1]) else { return nil }
        self.init(start: String(parts[0]), number: number)
    }
}
