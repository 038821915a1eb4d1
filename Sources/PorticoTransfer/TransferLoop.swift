import CCurl
import Synchronization

/// The loop of the transfer thread: libcurl's multi handle, which waits for all transfers at once.
///
/// `@unchecked Sendable`: only that thread uses its mutable state, except `orders`, which has a lock.
final class TransferLoop: @unchecked Sendable {
    struct Job {
        let handle: TransferHandle
        let continuation: CheckedContinuation<Result<Void, TransferError>, Never>
    }

    /// Requests from other threads.
    private struct Orders {
        var isOpen = true
        var begun: [Job] = []
        var cancelled: [TransferHandle] = []
    }

    private let orders = Mutex(Orders())
    private let multi: UnsafeMutableRawPointer?
    /// The running transfers, by easy handle.
    private var underWay: [UnsafeMutableRawPointer: Job] = [:]

    init(connectionsPerHost: Int) {
        multi = TransferHandle.isReady ? curl_multi_init() : nil
        portico_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    }

    /// Callable from any thread, like the next two functions.
    func begin(_ job: Job) {
        let isOpen = order { $0.begun.append(job) }
        if !isOpen { job.continuation.resume(returning: .failure(.stopped)) }
    }

    func cancel(_ handle: TransferHandle) {
        handle.abort(.cancelled)
        _ = order { $0.cancelled.append(handle) }
    }

    func stop() {
        _ = order { $0.isOpen = false }
    }

    /// Runs until ``stop()``, or until libcurl fails.
    func run() {
        while let (begun, cancelled) = next() {
            begun.forEach(start)
            guard perform() else { break }
            // libcurl does not call the progress callback before a connection exists.
            for handle in cancelled { end(handle.curl, .failure(.cancelled)) }
            guard curl_multi_poll(multi, nil, 0, Self.longestWait, nil) == CURLM_OK else { break }
        }
        stop()
        for job in orders.withLock({ $0.begun }) { job.continuation.resume(returning: .failure(.stopped)) }
        for job in underWay.values { job.handle.abort(.stopped) }
        _ = perform()
        for curl in underWay.keys { end(curl, .failure(.stopped)) }
        curl_multi_cleanup(multi)
    }

    /// In milliseconds. Events end the wait earlier.
    private static let longestWait: Int32 = 60_000

    /// Queues a request and wakes the loop.
    ///
    /// - Returns: false if the loop is closed.
    private func order(_ change: (inout Orders) -> Void) -> Bool {
        orders.withLock { orders in
            guard orders.isOpen else { return false }
            change(&orders)
            // With the lock held, because the multi handle may be freed after the loop is closed.
            curl_multi_wakeup(multi)
            return true
        }
    }

    private func next() -> (begun: [Job], cancelled: [TransferHandle])? {
        orders.withLock { orders in
            guard orders.isOpen, multi != nil else { return nil }
            defer { (orders.begun, orders.cancelled) = ([], []) }
            return (orders.begun, orders.cancelled)
        }
    }

    private func start(_ job: Job) {
        guard curl_multi_add_handle(multi, job.handle.curl) == CURLM_OK else {
            return job.continuation.resume(returning: .failure(TransferError(CURLE_FAILED_INIT)))
        }
        underWay[job.handle.curl] = job
    }

    /// Advances the transfers and ends those that are done.
    ///
    /// - Returns: false if libcurl failed.
    private func perform() -> Bool {
        var left: Int32 = 0
        guard curl_multi_perform(multi, &left) == CURLM_OK else { return false }
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle,
                let handle = underWay[curl]?.handle
            else { continue }
            end(curl, handle.result(message.pointee.data.result))
        }
        return true
    }

    /// Does nothing if the transfer has already ended.
    private func end(_ curl: UnsafeMutableRawPointer, _ result: Result<Void, TransferError>) {
        guard let job = underWay.removeValue(forKey: curl) else { return }
        curl_multi_remove_handle(multi, curl)
        job.continuation.resume(returning: result)
    }
}
