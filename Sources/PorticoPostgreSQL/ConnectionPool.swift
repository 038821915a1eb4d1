import NIOPosix
import PorticoConfig
import Synchronization

/// Connections, made on demand, and the threads that wait for their replies. There are at most as many connections as
/// threads.
final class ConnectionPool: Sendable {
    private struct State {
        /// In the order of their last use. The most recently used one is taken first.
        var idle: [Connection] = []
        var used = 0
        var isClosed = false
        /// nil while connections can be made.
        var outage: Outage?
    }

    /// The database could not be reached.
    private struct Outage {
        /// Earlier calls fail without an attempt to connect.
        var retry: ContinuousClock.Instant
        var pause: Duration
        let reason: ConnectionLost
    }

    private let options: PostgreSQLOptions
    private let threads: NIOThreadPool
    private let state = Mutex(State())

    private let node: String

    /// - Parameter node: identifies this server in announcements.
    init(_ options: PostgreSQLOptions, node: String) {
        self.options = options
        self.node = node
        threads = NIOThreadPool(numberOfThreads: options.connections)
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// Runs blocking work on one of the threads. A task that is cancelled while it waits for a thread does not run.
    ///
    /// - Throws: ``ConnectionLost`` if no thread was free within the time limit of a statement.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let end = ContinuousClock.now + options.timeout
        return try await threads.runIfActive {
            guard ContinuousClock.now < end else { throw ConnectionLost(reason: "all connections are in use") }
            return try work()
        }
    }

    /// Uses a connection, and returns it to the pool if it is still usable.
    func withConnection<T>(_ work: (Connection) throws -> T) throws -> T {
        let connection = try take()
        state.withLock { $0.used += 1 }
        defer { give(connection) }
        do {
            return try work(connection)
        } catch {
            // A new connection would probably get no reply either, so other calls fail at once.
            let lost = error as? ConnectionLost ?? (error as? Connection.CommitLost)?.reason
            if let lost, lost.isSilent { begin(outageWith: lost) }
            throw error
        }
    }

    private func take() throws -> Connection {
        let idle = try state.withLock { state -> Connection? in
            if state.isClosed { throw ConnectionLost(reason: "the pool is closed") }
            if let connection = state.idle.popLast() { return connection }
            guard let outage = state.outage else { return nil }
            let now = ContinuousClock.now
            guard now >= outage.retry else { throw outage.reason }
            // One call tries to connect; the others fail in the meantime.
            state.outage?.retry = now + options.timeout
            return nil
        }
        return try idle ?? connect()
    }

    private func connect() throws -> Connection {
        do {
            let connection = try Connection(options, node: node)
            state.withLock { $0.outage = nil }
            return connection
        } catch {
            begin(outageWith: error)
            throw error
        }
    }

    private func begin(outageWith error: any Error) {
        state.withLock { state in
            let pause = min((state.outage?.pause ?? .milliseconds(25)) * 2, .seconds(2))
            // The jitter spreads the attempts of servers that lost the database at the same moment.
            let retry = ContinuousClock.now + pause * Double.random(in: 0.5...1)
            let cause = (error.ofStorage as? StorageFailure)?.cause ?? .silent
            let lost = error as? ConnectionLost ?? ConnectionLost(reason: "\(error)", cause: cause)
            state.outage = Outage(retry: retry, pause: pause, reason: lost)
        }
    }

    private func give(_ connection: Connection) {
        state.withLock { state in
            state.used -= 1
            guard connection.isUsable else {
                // A server that closes one connection has probably closed all. Outdated statements concern all
                // connections too.
                return state.idle.removeAll()
            }
            connection.isReused = true
            if !state.isClosed { state.idle.append(connection) }
        }
    }

    var connections: (used: Int, idle: Int) { state.withLock { ($0.used, $0.idle.count) } }

    /// Ends all idle connections; the others end after their use.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.idle.removeAll()
        }
    }
}
