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
        let job = try job(context)
        let page = JobPage(
            name: job.title, state: state(of: job), account: context.account.id.description,
            presenter: job.owner.address)
        var response = try await pages.response(page, to: request, context)
        switch job.outcome {
        case .running: response.headers[.refresh] = "1"
        case .done(.file): response.headers[.refresh] = "0; url=\(job.result)"
        case .done(.sentence): job.markNotified()
        case .failed, .cancelled: break
        }
        return response
    }

    func result(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let job = try job(context)
        guard case .done(.file(let download)) = job.outcome else { throw WebError(.notFound) }
        job.markNotified()
        return download.response()
    }

    func cancel(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        if request.headers[.contentType] != nil {
            try context.require(try await FormReader.read(JobForm.self, from: request).form.account)
        }
        let job = try job(context)
        jobs.cancel(job)
        return .done(request.isFromScript ? job.owner.address : job.path, for: request)
    }

    private func job(_ context: SignedInContext) throws -> Job {
        guard let job = jobs.job(try context.parameters.require("id"), of: context.account.id) else {
            throw WebError(.notFound)
        }
        return job
    }

    private func state(of job: Job) -> JobPage.State {
        switch job.outcome {
        case .running: .running(job.value, text: job.text, cancel: job.cancellation)
        case .done(.file): .done(result: job.result)
        case .done(.sentence(let text, let link)): .told(text, link: link)
        case .failed(let errorID): .failed(errorID: errorID)
        case .cancelled: .cancelled
        }
    }
}

/// The fields of the cancellation.
private struct JobForm: Decodable {
    var account: String?
}
