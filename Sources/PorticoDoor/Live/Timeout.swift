import Synchronization

extension Task where Failure == Never {
    /// The task's value, or `nil` after `limit`; the task then continues.
    package func value(within limit: Duration) async -> Success? {
        let (first, continuation) = AsyncStream.makeStream(of: Success?.self)
        let waiter = Task<Void, Never> { continuation.yield(await value) }
        let timer = Task<Void, Never> {
            guard (try? await Task<Never, Never>.sleep(for: limit)) != nil else { return }
            continuation.yield(nil)
        }
        defer {
            waiter.cancel()
            timer.cancel()
            continuation.finish()
        }
        for await result in first { return result }
        return nil
    }
}

/// Work that starts immediately on the calling thread, and continues elsewhere after its first suspension.
package final class ImmediateWork<Value: Sendable>: Sendable {
    package let task: Task<Value, Never>
    private let result: Result

    private final class Result: Sendable {
        let value = Mutex<Value?>(nil)
    }

    package init(_ work: @escaping @Sendable () async -> Value) {
        let result = Result()
        self.result = result
        task = Task.immediate {
            let value = await work()
            result.value.withLock { $0 = value }
            return value
        }
    }

    /// The result if it is available. Work that never suspends has finished before the initializer returns.
    package var value: Value? { result.value.withLock { $0 } }
}
