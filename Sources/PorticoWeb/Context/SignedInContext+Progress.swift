import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoHTML
import PorticoViews

extension SignedInContext {
    /// Begins work that takes longer than a response should, and answers at once.
    ///
    /// The page where it was begun shows how far it is in the HUD, with a button to cancel, also after it is loaded again;
    /// when it is done the file downloads, and a toast offers it once more; a page that is not open then says it when it is
    /// opened again. Without script there is a page that loads itself again until then. The result is kept for ten minutes,
    /// for the person alone.
    ///
    /// ```swift
    /// try context.progress(of: "Your report", request) { progress in
    ///     progress.report(0.5, "Half of it")
    ///     return Download(fileName: "report.csv", type: "text/csv", bytes: bytes)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - title: names the work; while it runs, the same person does not begin it twice in the same browser. Its result
    ///     takes the place of the one before.
    ///   - request: the form that asks for it.
    ///   - work: what is done. Where it throws, the person is told that it did not work, and the log says why.
    /// - Throws: 429 where the person has two other things at work.
    public func progress(
        of title: String, _ request: Request, work: @escaping @Sendable (JobProgress) async throws -> Download
    ) throws -> Response {
        let owner = Job.Owner(person: person, address: request.asker ?? .launch)
        let job = try overlays.jobs.start(title, by: owner, work: work)
        return .done(request.isFromScript ? job.owner.address : job.path, for: request)
    }
}
