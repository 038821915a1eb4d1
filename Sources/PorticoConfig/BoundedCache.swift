import Synchronization

/// A bounded, thread-safe in-memory cache in front of a store.
///
/// A reader takes a ``Ticket`` before it asks the store. The cache rejects its value if an entry was removed since,
/// because the value may be outdated. Entries are in two generations: when the young one is full, it becomes the old
/// one, and the entries of the old one that were not used since are dropped.
public final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Marks the start of a read.
    public struct Ticket: Sendable {
        fileprivate let generation: UInt64
    }

    private struct State {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
        var generation: UInt64 = 0
        var isClosed = false
        /// nil if values may always be used.
        var end: ContinuousClock.Instant?

        var isOver: Bool { end.map { .now >= $0 } ?? false }
    }

    private let state = Mutex(State())
    private let half: Int

    /// - Parameter capacity: maximum number of entries.
    public init(capacity: Int) {
        half = max(1, capacity / 2)
    }

    /// The cached value; nil if there is none. Marks it as used.
    public func value(for key: Key) -> Value? {
        state.withLock { state in
            if state.isOver { return nil }
            if let value = state.young[key] { return value }
            guard let value = state.old.removeValue(forKey: key) else { return nil }
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
            insert(value, for: key, into: &state)
        }
    }

    /// Changes a cached value in place.
    public func update(_ key: Key, _ change: (inout Value) -> Void) {
        state.withLock { state in
            guard var value = state.young[key] ?? state.old[key] else { return }
            change(&value)
            insert(value, for: key, into: &state)
        }
    }

    /// Clears the cache, for writes with unknown effect or by another process.
    public func removeAll() {
        state.withLock { state in
            state.generation += 1
            state.young.removeAll(keepingCapacity: true)
            state.old.removeAll()
        }
    }

    /// Clears the cache. A closed one stays empty, because writes by other servers are not noticed.
    public func setClosed(_ isClosed: Bool) {
        state.withLock { $0.isClosed = isClosed }
        removeAll()
    }

    /// Lets values be used until a moment: writes by other servers may not be noticed later, by a process that was stopped
    /// for example.
    public func setUsable(until end: ContinuousClock.Instant) {
        state.withLock { $0.end = end }
    }

    /// Removes a value, after a write to the store.
    public func remove(_ key: Key) {
        state.withLock { state in
            state.generation += 1
            state.young[key] = nil
            state.old[key] = nil
        }
    }

    /// Removes the matching values. Visits all entries.
    public func remove(where isMeant: (Value) -> Bool) {
        state.withLock { state in
            state.generation += 1
            state.young = state.young.filter { !isMeant($0.value) }
            state.old = state.old.filter { !isMeant($0.value) }
        }
    }

    private func insert(_ value: Value, for key: Key, into state: inout State) {
        if state.young.count >= half, state.young[key] == nil {
            state.old = state.young
            state.young = [:]
        }
        state.young[key] = value
        state.old[key] = nil
    }
}
