import Synchronization

/// A bounded in-memory cache for values that are read through a store and written through to it.
///
/// A reader that began before a write must not put back what the write made stale: it takes a ``Ticket`` before it asks
/// the store, and what it found is kept only if nothing was removed since. Two generations of entries make it bounded:
/// when the younger is full it becomes the older, and the older, unused since, is dropped.
public final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Proof of when a read began.
    public struct Ticket: Sendable {
        fileprivate let generation: UInt64
    }

    private struct State {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
        var generation: UInt64 = 0
    }

    private let state = Mutex(State())
    private let half: Int

    /// - Parameter capacity: the most entries kept at once.
    public init(capacity: Int) {
        half = max(1, capacity / 2)
    }

    public func value(for key: Key) -> Value? {
        state.withLock { state in
            if let value = state.young[key] { return value }
            guard let value = state.old.removeValue(forKey: key) else { return nil }
            insert(value, for: key, into: &state)
            return value
        }
    }

    public func ticket() -> Ticket {
        Ticket(generation: state.withLock { $0.generation })
    }

    /// Keeps `value` unless something was removed after `ticket` was taken.
    public func store(_ value: Value, for key: Key, since ticket: Ticket) {
        state.withLock { state in
            guard state.generation == ticket.generation else { return }
            insert(value, for: key, into: &state)
        }
    }

    /// Changes the value where one is kept.
    public func update(_ key: Key, _ change: (inout Value) -> Void) {
        state.withLock { state in
            guard var value = state.young[key] ?? state.old[key] else { return }
            change(&value)
            insert(value, for: key, into: &state)
        }
    }

    /// Forgets everything: after a write whose reach is not known, or when another process wrote.
    public func removeAll() {
        state.withLock { state in
            state.generation += 1
            state.young.removeAll(keepingCapacity: true)
            state.old.removeAll()
        }
    }

    public func remove(_ key: Key) {
        state.withLock { state in
            state.generation += 1
            state.young[key] = nil
            state.old[key] = nil
        }
    }

    /// Forgets the values that are meant, which takes a look at all of them.
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
