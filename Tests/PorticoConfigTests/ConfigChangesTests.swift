import PorticoConfig
import Testing

@Suite("E10 Changes of the configuration")
struct ConfigChangesTests {
    private func change(_ number: Int) -> ConfigChange {
        ConfigChange(scope: .browser(Int64(number)), keys: ["key"])
    }

    @Test("reach every observer once, in the order in which they were published")
    func order() async {
        let changes = ConfigChanges()
        let streams = (0..<3).map { _ in changes.observe() }
        let published = (0..<50).map(change)
        for change in published { changes.publish(change) }
        for stream in streams {
            var seen: [ConfigChange] = []
            for await change in stream {
                seen.append(change)
                if seen.count == published.count { break }
            }
            #expect(seen == published)
        }
    }

    @Test("begin for an observer with its observation")
    func beginning() async {
        let changes = ConfigChanges()
        changes.publish(change(1))
        var observed = changes.observe().makeAsyncIterator()
        changes.publish(change(2))
        #expect(await observed.next() == change(2))
    }

    @Test("no longer reach an observer that has stopped, and still reach the others")
    func ending() async throws {
        let changes = ConfigChanges()
        var stays = changes.observe().makeAsyncIterator()
        let stopped = changes.observe()
        let task = Task { for await _ in stopped {} }
        task.cancel()
        await task.value
        changes.publish(change(1))
        var late = stopped.makeAsyncIterator()
        #expect(await late.next() == nil)
        #expect(await stays.next() == change(1))
    }

    @Test("published by many at once reach an observer in one and the same order as another")
    func concurrency() async {
        let changes = ConfigChanges()
        let streams = (changes.observe(), changes.observe())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { changes.publish(change(number)) } }
        }
        let first = await streams.0.prefix(100).reduce(into: []) { $0.append($1) }
        let second = await streams.1.prefix(100).reduce(into: []) { $0.append($1) }
        #expect(first == second)
        #expect(Set(first).count == 100)
    }
}
