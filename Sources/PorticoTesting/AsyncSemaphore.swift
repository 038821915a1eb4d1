/// Limits the number of concurrent tasks; further tasks wait in order. Tests run concurrently, and each server has its
/// own threads, connections and files.
package actor AsyncSemaphore {
    /// The limit for servers in the test process.
    package static let servers = AsyncSemaphore(places: 8)
    /// The limit for child processes.
    package static let processes = AsyncSemaphore(places: 3)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter places: the maximum number of concurrent tasks.
    package init(places: Int) {
        self.places = places
    }

    /// Runs `work` once a place is free.
    package nonisolated func pass<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        await enter()
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty {
            places += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
