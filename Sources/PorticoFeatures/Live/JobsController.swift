import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The progress, result and cancellation of a job, for its owner.
struct JobsController: Sendable {
    let jobs: Jobs

    /// A page that reloads until the job ends, and then loads the file.
    func show(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let job = try await job(context)
        let page = JobPage(
            name: job.title, state: state(of: job), account: context.account.id.description, presenter: job.page)
        var response = try await pages.response(page, to: request, context)
        switch job.outcome {
        case .running: response.headers[.refresh] = "1"
        case .file: response.headers[.refresh] = "0; url=\(job.result)"
        case .sentence, .failed, .interrupted: await jobs.markNotified(job.id)
        case .cancelled: break
        }
        return response
    }

    func result(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try await jobs.file(of: job(context))
    }

    func cancel(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        if request.headers[.contentType] != nil { _ = try await context.form(CancelForm.self) }
        let job = try await job(context)
        try await jobs.cancel(job)
        return .done(request.isFromScript ? job.page : job.path, for: request)
    }

    private func job(_ context: SignedInContext) async throws -> Job {
        guard let job = try await jobs.job(try context.parameters.require("id"), of: context.account.id) else {
            throw WebError(.notFound)
        }
        return job
    }

    private func state(of job: Job) -> JobPage.State {
        switch job.outcome {
        case .running: .running(job.value, text: job.text, cancel: job.cancellation)
        case .file: .done(result: job.result)
        case .sentence(let text, let link): .told(text, link: SitePath(untrusted: link) ?? .launch)
        case .failed(let errorID): .failed(errorID: errorID)
        case .cancelled: .cancelled
        case .interrupted: .interrupted
        }
    }
}

/// The form of the cancellation. It has no fields of its own; any other body is refused.
private struct CancelForm: Decodable {}
