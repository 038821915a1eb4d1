import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension SignedInContext {
    /// Starts a job, and responds at once.
    ///
    /// The page that started it shows the progress in the HUD with a Cancel button, also after a reload. When the job
    /// is done, the file is downloaded and a toast offers it again; a page that is closed by then shows the toast when
    /// somebody opens it again. Without script, a progress page reloads until the job ends. The result is kept for ten
    /// minutes, for this account only.
    ///
    /// ```swift
    /// try await context.progress(of: "Your report", request) { progress in
    ///     progress.report(0.5, "Half of it")
    ///     return Download(fileName: "report.csv", type: "text/csv", bytes: bytes)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - title: names the job. An account cannot start a job twice in the same browser while it runs. The result
    ///     replaces that of the job before.
    ///   - request: the request of the form.
    ///   - work: the work. If it throws, the person sees that the job has failed, and the log has the error. If its
    ///     server ends, the person sees that the job was interrupted.
    /// - Throws: 429 if the account has two other jobs; an error of the database.
    public func progress(
        of title: some LocalizedTextConvertible, _ request: Request,
        work: @escaping @Sendable (JobProgress) async throws -> Download
    ) async throws -> Response {
        let page = request.requestingPage ?? .launch
        let job = try await liveUI.jobs.start(title.localizedText, by: person, at: page) { .file(try await work($0)) }
        var response = Response.done(request.isFromScript ? job.page : job.path, for: request)
        try liveUI.announceJob(on: &response)
        return response
    }

    /// Starts a job that creates no file, for the page at `path`, which then shows its progress and its result.
    ///
    /// - Returns: the response to a form whose page is finished.
    package func progress(
        of title: LocalizedText, at path: SitePath, _ request: Request,
        result work: @escaping @Sendable (JobProgress) async throws -> JobResult
    ) async throws -> Response {
        let job = try await liveUI.jobs.start(title, by: person, at: path, work: work)
        var response = Response.dismissed(to: request.isFromScript ? path : job.path, for: request)
        try liveUI.announceJob(on: &response)
        return response
    }
}
