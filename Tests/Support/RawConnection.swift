import Foundation

/// A TCP connection to a server on this machine, for malformed requests and for responses that arrive in parts.
package final class RawConnection: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "raw connection")

    /// The connection failed.
    package struct Failure: Error {
        /// The `errno` of the failure.
        package let code: Int32
    }

    /// - Parameter receiveBuffer: the size of the receive buffer in bytes (`SO_RCVBUF`); nil for the system's default.
    /// - Throws: ``Failure``
    package init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = LoopbackSocket.make()
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = LoopbackSocket.address(port: port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends text as UTF-8.
    package func send(_ text: String) async {
        await onQueue { [descriptor] in
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// Shuts down the sending side of the connection.
    package func endSending() async {
        await onQueue { [descriptor] in
            #if os(Linux)
                _ = shutdown(descriptor, Int32(SHUT_WR))
            #else
                _ = shutdown(descriptor, SHUT_WR)
            #endif
        }
    }

    /// The text received until `isEnough` returns true, the server closes the connection, or `limit` has passed.
    package func receive(
        within limit: Duration = .seconds(60), until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async -> String {
        await onQueue { [descriptor] in
            let deadline = ContinuousClock.now + limit
            var received: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while ContinuousClock.now < deadline {
                var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&poller, 1, 20) > 0 else { continue }
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { break }
                received += chunk.prefix(count)
                if isEnough(String(decoding: received, as: UTF8.self)) { break }
            }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Reads until the server closes the connection.
    ///
    /// - Returns: the last 16 bytes; nil if the connection does not end within `limit`.
    package func receiveEnd(within limit: Duration = .seconds(60)) async -> String? {
        await onQueue { [descriptor] in
            let deadline = ContinuousClock.now + limit
            var end: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1_048_576)
            while ContinuousClock.now < deadline {
                var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&poller, 1, 20) > 0 else { continue }
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { return String(decoding: end, as: UTF8.self) }
                end = (end + chunk[..<count]).suffix(16)
            }
            return nil
        }
    }

    /// Sends a request that closes the connection, and returns the whole response.
    package static func exchange(port: Int, _ request: String) async throws -> String {
        let connection = try RawConnection(port: port)
        await connection.send(request)
        return await connection.receive()
    }

    private func onQueue<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
