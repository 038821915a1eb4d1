import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoViews

/// Who may take a route of the main section.
struct Access: Sendable {
    /// Whether people must have proved lately who they are.
    var needsProof = false
    /// Throws for those who may not take it.
    var check: @Sendable (SignedInContext) async throws -> Void = { _ in }
    /// Where a form asks for the proof: the page beneath, and whether the person is signed out by what the form does, or has
    /// to leave that page. A page asks at its own address.
    var question: @Sendable (SignedInContext) throws -> (presenter: SitePath, signsOut: Bool) = { _ in (.launch, false)
    }

    /// Whoever is signed in.
    static let signedIn = Access()
    /// Whoever has proved lately who they are.
    static let proven = Access(needsProof: true)

    /// The same, for a form, which asks over a page.
    func over(_ presenter: SitePath, signsOut: Bool = false) -> Access {
        asking { _ in (presenter, signsOut) }
    }

    /// The same, where that depends on the request.
    func asking(
        _ question: @escaping @Sendable (SignedInContext) throws -> (presenter: SitePath, signsOut: Bool)
    ) -> Access {
        Access(needsProof: needsProof, check: check, question: question)
    }

    /// The same, for what looks itself whether there is a proof.
    var withoutQuestion: Access { Access(check: check) }
}

/// What answers a request that is not for a page; the pages are for a form that is shown again.
typealias Answer = @Sendable (Request, SignedInContext, Pages) async throws -> Response

// How the routes of this library are added.
extension MainSection {
    mutating func page<Content: Presentable>(
        _ path: SitePath, for access: Access,
        _ make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        page(path, needsProof: access.needsProof) { request, context in
            try await access.check(context)
            return try await make(request, context)
        }
    }

    mutating func page<Content: RootPage>(
        _ path: SitePath, for access: Access,
        _ make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        page(path, needsProof: access.needsProof) { request, context in
            try await access.check(context)
            return try await make(request, context)
        }
    }

    mutating func get(_ path: SitePath, for access: Access, _ answer: @escaping Answer) {
        route(.get, path, for: access, answer)
    }

    mutating func post(_ path: SitePath, for access: Access, _ answer: @escaping Answer) {
        route(.post, path, for: access, answer)
    }

    private mutating func route(
        _ method: HTTPRequest.Method, _ path: SitePath, for access: Access, _ answer: @escaping Answer
    ) {
        routes { routes, pages in
            routes.on(RouterPath(path.pattern), method: method) { request, context in
                try await access.check(context)
                guard access.needsProof else { return try await answer(request, context, pages) }
                let (presenter, signsOut) = try access.question(context)
                return try await pages.proven(request, context, over: presenter, signsOut: signsOut) {
                    try await answer($0, $1, pages)
                }
            }
        }
    }
}
