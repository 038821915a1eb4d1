import Foundation
import HTTPTypes
import PorticoBytes
import PorticoTransfer
import Synchronization

extension TestBrowser {
    /// Opens a page that listens to the events of the server, as its script does, until it is released.
    ///
    /// ```swift
    /// let home = try await ada.open("/")
    /// _ = try await ada.post("/report", as: .script)
    /// let file = try await ada.get(home.download())
    /// ```
    ///
    /// - Throws: a ``TestFailure`` if the answer is not a page of the main screen.
    public func open(_ path: String) async throws -> OpenPage {
        let response = try await get(path)
        let screen = response.page.descendants.first { $0.id == "screen" }
        guard let stream = screen?["data-events-path"], let position = screen?["data-events"] else {
            throw TestFailure("\(path) (\(response.status.code)) is not a page of the main screen.")
        }
        return OpenPage(response, streaming: events(at: "\(stream)?after=\(position)"))
    }

    /// Asks for the stream of events; ends when the task is cancelled.
    private func events(at path: String) -> @Sendable (EventReceiver) async throws -> Void {
        var fields = headers(of: .script, .get)
        fields[.cookie] = cookieHeader
        fields[.accept] = "text/event-stream"
        return { [client, fields] in try await client.stream(path, headers: fields, to: $0) }
    }
}

/// A page that a ``TestBrowser`` shows, with the events that it receives.
///
/// Each function waits for the first event of a kind that no earlier call returned, so events of different kinds may come
/// in any order. An event for a page at another path is left out.
public final class OpenPage: Sendable {
    /// The page as it was opened.
    public let response: TestResponse
    private let receiver: EventReceiver
    private let stream: Task<Void, Never>

    fileprivate init(
        _ response: TestResponse, streaming stream: @escaping @Sendable (EventReceiver) async throws -> Void
    ) {
        let receiver = EventReceiver(path: String(response.path.before("?")))
        self.response = response
        self.receiver = receiver
        self.stream = Task {
            do {
                try await stream(receiver)
                receiver.end("the server has ended the stream")
            } catch {
                receiver.end("\(error)")
            }
        }
    }

    deinit {
        stream.cancel()
    }

    /// The next toast.
    ///
    /// - Throws: a ``TestFailure`` if none comes within 30 seconds, as the functions below.
    public func toast() async throws -> ShownToast { try await next("toast", ShownToast.self) { $0 } }

    /// The next content that the HUD shows.
    public func hud() async throws -> ShownHud { try await next("hud", HudEvent.self, \.show) }

    /// Waits for the event that hides the HUD's content with an id, or all its contents.
    public func hudHides(_ id: String) async throws {
        try await next("hud", HudEvent.self) { $0.hide == id || $0.hideAll == true ? () : nil }
    }

    /// Waits until the regions with a name in `data-portico-config` are told to update.
    public func change(of name: String) async throws {
        try await next("config", ConfigEvent.self) { $0.keys.contains(name) ? () : nil }
    }

    /// The address of the next file that is ready, such as the result of a job.
    public func download() async throws -> String { try await next("download", DownloadEvent.self, \.href) }

    /// Waits for the event that ends the sign-in of the page.
    public func sessionEnd() async throws { try await next("session", SessionEvent.self) { _ in () } }

    private func next<Event: Decodable, Value>(
        _ name: String, _: Event.Type, _ choose: (Event) -> Value?
    ) async throws -> Value {
        var found: Value?
        _ = try await eventually(within: TestFailure.patience) {
            // Read before the events, because none comes after it.
            let isOver = receiver.end != nil
            found = try receiver.take(name, choose)
            return found != nil || isOver
        }
        guard let found else {
            let end = receiver.end.map { " The stream is over: \($0)." } ?? ""
            throw TestFailure(
                "The page at \(response.path) has received no such event: \(name).\(end) Other events: \(receiver.rest)."
            )
        }
        return found
    }
}

private struct HudEvent: Decodable {
    let show: ShownHud?
    let hide: String?
    let hideAll: Bool?
}

private struct ConfigEvent: Decodable {
    let keys: [String]
}

private struct DownloadEvent: Decodable {
    let href: String
}

private struct SessionEvent: Decodable {}

/// Splits a stream into its events (WHATWG HTML, 9.2.5), and keeps them until they are taken.
private final class EventReceiver: TransferDelegate {
    private struct Event {
        let name: String
        let data: String
    }

    /// The path that every event may name.
    private struct Address: Decodable {
        let path: String?
    }

    private struct State {
        var unread: [UInt8] = []
        var events: [Event] = []
        var end: String?
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) {
        self.path = path
    }

    /// The reason why no further event comes; nil while the stream is open.
    var end: String? { state.withLock(\.end) }

    /// The names of the events that were not taken.
    var rest: String {
        let names = state.withLock { $0.events.map(\.name) }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// Notes that no further event comes. The first reason stays: a refused stream also ends with an error.
    func end(_ reason: String) {
        state.withLock { $0.end = $0.end ?? reason }
    }

    /// Removes the first event of a name for which `choose` has a value, and returns the value.
    func take<Content: Decodable, Value>(_ name: String, _ choose: (Content) -> Value?) throws -> Value? {
        try state.withLock { state in
            for (index, event) in state.events.enumerated() where event.name == name {
                let data = Data(event.data.utf8)
                let address = try JSONDecoder().decode(Address.self, from: data).path
                guard address == nil || address == path, let value = choose(try JSONDecoder().decode(from: data))
                else { continue }
                state.events.remove(at: index)
                return value
            }
            return nil
        }
    }

    func received(_ line: Substring) -> Bool {
        guard let status = StatusLine(line)?.status, status != 200 else { return true }
        end("its status is \(status)")
        return false
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            state.unread += bytes
            while let end = state.unread.firstRange(of: "\n\n".utf8) {
                let lines = String(decoding: state.unread[..<end.lowerBound], as: UTF8.self).fields(separatedBy: "\n")
                state.unread.removeSubrange(..<end.upperBound)
                let value = { (name: String) in lines.lazy.compactMap { $0.dropping(prefix: "\(name): ") }.first }
                if let name = value("event"), let data = value("data") {
                    state.events.append(Event(name: String(name), data: String(data)))
                }
            }
        }
        return true
    }
}

extension JSONDecoder {
    fileprivate func decode<Value: Decodable>(from data: Data) throws -> Value { try decode(Value.self, from: data) }
}
