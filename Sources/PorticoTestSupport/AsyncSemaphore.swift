/// Lets only so many in at once; the others wait for their turn. Tests run all at once, and each server has threads,
/// connections and files of its own.
public actor AsyncSemaphore {
    /// The one for servers within the tests' process.
    public static let servers = AsyncSemaphore(places: 8)
    /// The one for processes.
    public static let processes = AsyncSemaphore(places: 3)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(places: Int) {
        self.places = places
    }

    /// Does `work` when there is a place.
    public nonisolated func pass<Result>(_ work: () async throws -> Result) async rethrows -> Result {
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
