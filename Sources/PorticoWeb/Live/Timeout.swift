extension Task where Failure == Never {
    /// The task's value, or `nil` where it takes longer than `limit`; the task goes on then.
    func value(within limit: Duration) async -> Success? {
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
