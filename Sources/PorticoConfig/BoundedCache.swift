import Synchronization

/// A bounded, thread-safe in-memory cache in front of a store.
///
/// A reader takes a ``Ticket`` before it asks the store. The cache rejects the value if an entry was removed in the
/// meantime, because the value may be outdated. Entries are in two generations. A full young generation becomes the old
/// one; entries of the previous old generation that were not used since are dropped.
public typealias BoundedCache<Key: Hashable & Sendable, Value: Sendable> = TaggedCache<Key, Value, Never>

/// A ``BoundedCache`` whose values have tags. Removing the values of a tag does not search the others.
public final class TaggedCache<Key: Hashable & Sendable, Value: Sendable, Tag: Hashable & Sendable>: Sendable {
    /// Marks the start of a read.
    public struct Ticket: Sendable {
        fileprivate let generation: UInt64
    }

    private struct State {
        var young = Generation()
        var old = Generation()
        var generation: UInt64 = 0
        var isClosed = false
        /// The time until which values may be used; nil for no limit.
        var end: ContinuousClock.Instant?

        var isOver: Bool { end.map { .now >= $0 } ?? false }
    }

    private struct Generation {
        var values: [Key: Value] = [:]
        /// The keys of the values with a tag.
        var keys: [Tag: Set<Key>] = [:]
    }

    private let state = Mutex(State())
    private let half: Int
    private let tags: @Sendable (Value) -> Set<Tag>

    /// - Parameters:
    ///   - capacity: maximum number of entries.
    ///   - tags: the tags of a value.
    public init(capacity: Int, tags: @escaping @Sendable (Value) -> Set<Tag> = { _ in [] }) {
        half = max(1, capacity / 2)
        self.tags = tags
    }

    /// The cached value; nil if there is none. Marks it as used.
    public func value(for key: Key) -> Value? {
        state.withLock { state in
            if state.isOver { return nil }
            if let value = state.young.values[key] { return value }
            guard let value = remove(key, from: &state.old) else { return nil }
            insert(value, for: key, into: &state)
            return value
        }
    }

    /// Take this before asking the store; see ``store(_:for:since:)``.
    public func ticket() -> Ticket {
        Ticket(generation: state.withLock { $0.generation })
    }

    /// Caches `value`, unless an entry was removed after `ticket` was taken.
    public func store(_ value: Value, for key: Key, since ticket: Ticket) {
        state.withLock { state in
            guard !state.isClosed, state.generation == ticket.generation else { return }
            drop(key, from: &state)
            insert(value, for: key, into: &state)
        }
    }

    /// Changes a cached value in place. Its tags must stay the same.
    public func update(_ key: Key, _ change: (inout Value) -> Void) {
        state.withLock { state in
            if let value = remove(key, from: &state.old) { insert(value, for: key, into: &state) }
            guard var value = state.young.values[key] else { return }
            change(&value)
            state.young.values[key] = value
        }
    }

    /// Clears the cache, for writes with unknown effect or by another process.
    public func removeAll() {
        state.withLock { state in
            state.generation += 1
            state.young.values.removeAll(keepingCapacity: true)
            state.young.keys.removeAll(keepingCapacity: true)
            state.old = Generation()
        }
    }

    /// Clears the cache and closes or opens it. A closed cache stays empty, for times without notice of other servers'
    /// writes.
    public func setClosed(_ isClosed: Bool) {
        state.withLock { $0.isClosed = isClosed }
        removeAll()
    }

    /// Allows the use of values until `end`. After it, this process may have missed writes by other servers, for
    /// example because it was suspended.
    public func setUsable(until end: ContinuousClock.Instant) {
        state.withLock { $0.end = end }
    }

    /// Removes a value, after a write to the store.
    public func remove(_ key: Key) {
        state.withLock { state in
            state.generation += 1
            drop(key, from: &state)
        }
    }

    /// Removes the values that have one of these tags, without searching the others.
    public func remove(taggedWith tags: some Sequence<Tag>) {
        state.withLock { state in
            state.generation += 1
            for tag in tags {
                for key in state.young.keys[tag] ?? [] { _ = remove(key, from: &state.young) }
                for key in state.old.keys[tag] ?? [] { _ = remove(key, from: &state.old) }
            }
        }
    }

    /// The number of tags in use, for tests.
    var tagCount: Int { state.withLock { $0.young.keys.count + $0.old.keys.count } }

    private func insert(_ value: Value, for key: Key, into state: inout State) {
        if state.young.values.count >= half {
            state.old = state.young
            state.young = Generation()
        }
        state.young.values[key] = value
        for tag in tags(value) { state.young.keys[tag, default: []].insert(key) }
    }

    private func drop(_ key: Key, from state: inout State) {
        _ = remove(key, from: &state.young) ?? remove(key, from: &state.old)
    }

    private func remove(_ key: Key, from generation: inout Generation) -> Value? {
        guard let value = generation.values.removeValue(forKey: key) else { return nil }
        for tag in tags(value) {
            generation.keys[tag]?.remove(key)
            if generation.keys[tag]?.isEmpty == true { generation.keys[tag] = nil }
        }
        return value
    }
}
