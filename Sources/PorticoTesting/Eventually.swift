/// Waits until `condition` is true, checking every 5 ms.
///
/// - Returns: whether it became true within `limit`.
package func eventually(
    within limit: Duration = .seconds(60), _ condition: () async throws -> Bool
) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    repeat {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    } while ContinuousClock.now < deadline
    return try await condition()
}
