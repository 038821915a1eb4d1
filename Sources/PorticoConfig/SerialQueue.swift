/// Runs asynchronous work one after the other, in the order of the calls.
package actor SerialQueue {
    private var last: Task<Void, Never>?

    package init() {}

    package func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let task = Task { [last] in
            await last?.value
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await task.value
    }
}
