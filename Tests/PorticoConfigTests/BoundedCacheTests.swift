import PorticoConfig
import Testing

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

    @Test("keeps what was stored last")
    func newest() {
        let cache = filled(capacity: 10, with: 0..<1000)
        #expect(cache.value(for: 999) == "999")
        #expect(cache.value(for: 0) == nil)
    }

    @Test("keeps what is used, however much else comes")
    func used() {
        let cache = filled(capacity: 10, with: 0..<1)
        for key in 1..<1000 {
            #expect(cache.value(for: 0) == "0")
            cache.store("\(key)", for: key, since: cache.ticket())
        }
        #expect(cache.value(for: 0) == "0")
    }

    @Test("has no values after the moment until which it may be used, and has them again when that moves on")
    func usable() {
        let cache = filled(capacity: 10, with: 0..<1)
        cache.setUsable(until: .now)
        #expect(cache.value(for: 0) == nil)
        cache.setUsable(until: .now + .seconds(60))
        #expect(cache.value(for: 0) == "0")
    }

    @Test("does not keep what was read before a removal, of this or of another key")
    func staleRead() {
        let cache = filled(capacity: 10, with: 0..<0)
        let ticket = cache.ticket()
        cache.remove(1)
        cache.store("stale", for: 1, since: ticket)
        #expect(cache.value(for: 1) == nil)
        cache.store("fresh", for: 1, since: cache.ticket())
        #expect(cache.value(for: 1) == "fresh")
    }

    @Test("does not keep what was read before everything was removed")
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

    @Test("changes a value in either generation, and makes none where there is none")
    func update() {
        let cache = filled(capacity: 6, with: 0..<5)
        for key in [0, 4, 9] { cache.update(key) { $0 += "!" } }
        #expect(cache.value(for: 0) == "0!")
        #expect(cache.value(for: 4) == "4!")
        #expect(cache.value(for: 9) == nil)
    }

    @Test("replaces a value without growing")
    func replace() {
        let cache = filled(capacity: 4, with: 0..<2)
        for _ in 0..<100 { cache.store("again", for: 1, since: cache.ticket()) }
        #expect(cache.value(for: 0) == "0")
        #expect(cache.value(for: 1) == "again")
    }
}
