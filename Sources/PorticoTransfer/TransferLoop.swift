import CCurl
import Synchronization

/// What runs on the thread of transfers: libcurl's multi handle, which waits for all of them at once.
///
/// `@unchecked` because only that thread touches what changes, besides `orders`, which has a lock.
final class TransferLoop: @unchecked Sendable {
    struct Job {
        let handle: TransferHandle
        let continuation: CheckedContinuation<Result<Void, TransferError>, Never>
    }

    /// What others want of the thread.
    private struct Orders {
        var isOpen = true
        var begun: [Job] = []
        var cancelled: [TransferHandle] = []
    }

    private let orders = Mutex(Orders())
    private let multi: UnsafeMutableRawPointer?
    /// By the easy handle.
    private var underWay: [UnsafeMutableRawPointer: Job] = [:]

    init(connectionsPerHost: Int) {
        multi = TransferHandle.isReady ? curl_multi_init() : nil
        portico_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    }

    /// From any thread, as the next two.
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

    /// Returns after ``stop()``, or where libcurl can do no more.
    func run() {
        while let (begun, cancelled) = next() {
            begun.forEach(start)
            guard perform() else { break }
            // What has no connection yet is not asked whether to stop.
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

    /// Milliseconds. What happens wakes it.
    private static let longestWait: Int32 = 60_000

    /// Whether the order is going to be followed.
    private func order(_ change: (inout Orders) -> Void) -> Bool {
        orders.withLock { orders in
            guard orders.isOpen else { return false }
            change(&orders)
            // Under the lock: once the loop is closed, the handle may be gone.
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

    /// Does what can be done now. Whether libcurl can go on.
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

    /// Does nothing where it has ended already.
    private func end(_ curl: UnsafeMutableRawPointer, _ result: Result<Void, TransferError>) {
        guard let job = underWay.removeValue(forKey: curl) else { return }
        curl_multi_remove_handle(multi, curl)
        job.continuation.resume(returning: result)
    }
}
