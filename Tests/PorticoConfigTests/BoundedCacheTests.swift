import Synchronization
import Testing

@testable import PorticoConfig

@Suite("The bounded cache")
struct BoundedCacheTests {
    private func filled(capacity: Int, with keys: Range<Int>) -> BoundedCache<Int, String> {
        let cache = BoundedCache<Int, String>(capacity: capacity)
        for key in keys { cache.store("\(key)", for: key, since: cache.ticket()) }
        return cache
    }

    private func kept(_ cache: BoundedCache<Int, String>, of keys: Range<Int>) -> Int {
        keys.count { cache.value(for: $0) != nil }
    }

    @Test("never keeps more than its capacity", arguments: [2, 10, 100])
    func bounded(capacity: Int) {
        #expect(kept(filled(capacity: capacity, with: 0..<1000), of: 0..<1000) <= capacity)
    }

    @Test("keeps the values that were stored last")
    func newest() {
        let cache = filled(capacity: 10, with: 0..<1000)
        #expect(cache.value(for: 999) == "999")
        #expect(cache.value(for: 0) == nil)
    }

    @Test("keeps used values, however many others come")
    func used() {
        let cache = filled(capacity: 10, with: 0..<1)
        for key in 1..<1000 {
            #expect(cache.value(for: 0) == "0")
            cache.store("\(key)", for: key, since: cache.ticket())
        }
        #expect(cache.value(for: 0) == "0")
    }

    @Test("has no values after its end of validity, and has them again when that moves on")
    func usable() {
        let cache = filled(capacity: 10, with: 0..<1)
        cache.setUsable(until: .now)
        #expect(cache.value(for: 0) == nil)
        cache.setUsable(until: .now + .seconds(60))
        #expect(cache.value(for: 0) == "0")
    }

    @Test("does not keep a value that was read before a removal, of this or of another key")
    func staleRead() {
        let cache = filled(capacity: 10, with: 0..<0)
        let ticket = cache.ticket()
        cache.remove(1)
        cache.store("stale", for: 1, since: ticket)
        #expect(cache.value(for: 1) == nil)
        cache.store("fresh", for: 1, since: cache.ticket())
        #expect(cache.value(for: 1) == "fresh")
    }

    @Test("does not keep a value that was read before the removal of everything")
    func staleReadOfAll() {
        let cache = filled(capacity: 10, with: 0..<5)
        let ticket = cache.ticket()
        cache.removeAll()
        cache.store("stale", for: 7, since: ticket)
        #expect(kept(cache, of: 0..<10) == 0)
    }

    @Test("removes one key from both of its generations and leaves the others")
    func remove() {
        let cache = filled(capacity: 6, with: 0..<5)
        for key in [0, 4] { cache.remove(key) }
        #expect(cache.value(for: 0) == nil)
        #expect(cache.value(for: 4) == nil)
        #expect(cache.value(for: 3) == "3")
        #expect(cache.value(for: 1) == "1")
    }

    @Test("removes values with a tag from both of its generations, and visits no others")
    func tagged() {
        let visits = Mutex(0)
        let cache = TaggedCache<Int, Int, Int>(capacity: 1000) { value in
            visits.withLock { $0 += 1 }
            return [value % 100, 1000 + value]
        }
        // Three entries are in the young generation, the others in the old one.
        for key in 0..<503 { cache.store(key, for: key, since: cache.ticket()) }
        visits.withLock { $0 = 0 }
        cache.remove(taggedWith: [7, 1042, 1501, 5000])
        #expect(visits.withLock { $0 } == 7)
        let removed = (0..<503).filter { cache.value(for: $0) == nil }
        #expect(removed == [7, 42, 107, 207, 307, 407, 501])
    }

    @Test("forgets the tags of values that it drops or replaces")
    func droppedTags() {
        let cache = TaggedCache<Int, Int, Int>(capacity: 10) { [$0] }
        for key in 0..<1000 { cache.store(key, for: key, since: cache.ticket()) }
        cache.store(1, for: 999, since: cache.ticket())
        cache.remove(taggedWith: [999])
        #expect(cache.value(for: 999) == 1, "it has another tag now")
        for key in 0..<1000 { cache.update(key) { $0 += 0 } }
        cache.remove(taggedWith: 0..<1000)
        #expect(cache.tagCount == 0)
        #expect((0..<1000).allSatisfy { cache.value(for: $0) == nil })
    }

    @Test("changes a value in either generation, and creates none")
    func update() {
        let cache = filled(capacity: 6, with: 0..<5)
        for key in [0, 4, 9] { cache.update(key) { $0 += "!" } }
        #expect(cache.value(for: 0) == "0!")
        #expect(cache.value(for: 4) == "4!")
        #expect(cache.value(for: 9) == nil)
    }

    @Test("replaces a value without growth")
    func replace() {
        let cache = filled(capacity: 4, with: 0..<2)
        for _ in 0..<100 { cache.store("again", for: 1, since: cache.ticket()) }
        #expect(cache.value(for: 0) == "0")
        #expect(cache.value(for: 1) == "again")
    }
}
