import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The reauthentication page for a form or a presented page.
package struct ProofQuestion: Sendable {
    /// The page over which it is presented.
    var presenter: SitePath
    /// The previous page in the same sheet, to which Cancel leads; nil to close the sheet.
    var back: SitePath?
    /// Whether the form signs the person out or makes the presenter inaccessible.
    var signsOut: Bool

    package init(presenter: SitePath, back: SitePath? = nil, signsOut: Bool = false) {
        self.presenter = presenter
        self.back = back
        self.signsOut = signsOut
    }
}

/// The access rule of a route in the main section.
package struct Access: Sendable {
    package typealias Question = @Sendable (SignedInContext) throws -> ProofQuestion

    let audience: RouteAudience
    /// The recent proof that the person needs.
    let needsProof: ProofLevel
    /// Whether the reauthentication page appears without the handler; otherwise the handler checks the proof.
    private(set) var asks = true
    let check: @Sendable (SignedInContext) async throws -> Void
    let question: Question

    /// - Parameters:
    ///   - audience: the permitted people, for lists of routes; `check` enforces it.
    ///   - needsProof: what the person must have proved recently.
    ///   - check: throws 403 if the account may not use the route.
    ///   - question: the reauthentication page for a form or a presented page. It replaces a root page.
    package init(
        for audience: RouteAudience = .signedIn, needsProof: ProofLevel = .nothing,
        check: @escaping @Sendable (SignedInContext) async throws -> Void = { _ in },
        question: @escaping Question = { _ in ProofQuestion(presenter: .launch) }
    ) {
        self.audience = audience
        self.needsProof = needsProof
        self.check = check
        self.question = question
    }

    /// For every signed-in account.
    package static let signedIn = Access()
    /// For recently authenticated accounts.
    package static let proven = Access(needsProof: .password)

    /// This rule for a form or a presented page: the reauthentication page is presented over `presenter`.
    package func over(_ presenter: SitePath, signsOut: Bool = false) -> Access {
        asking { _ in ProofQuestion(presenter: presenter, signsOut: signsOut) }
    }

    /// This rule for a form or a page inside the sheet of `page`, which is over the main screen: the reauthentication
    /// page appears inside that sheet.
    package func inside(_ page: SitePath, signsOut: Bool = false) -> Access {
        asking { _ in ProofQuestion(presenter: .launch, back: page, signsOut: signsOut) }
    }

    /// This rule, with a question that depends on the request.
    package func asking(_ question: @escaping Question) -> Access {
        Access(for: audience, needsProof: needsProof, check: check, question: question)
    }

    /// This rule without the reauthentication page. The handler checks the proof.
    package var withoutQuestion: Access {
        var access = self
        access.asks = false
        return access
    }
}

extension Access {
    /// - Parameter groups: the groups of which an account must have one; empty for every account.
    init(needsProof: ProofLevel, groups: Set<GroupName>) {
        self.init(for: groups.isEmpty ? .signedIn : .members(of: groups), needsProof: needsProof) { context in
            guard context.account.isMember(ofOneOf: groups) else { throw WebError(.forbidden) }
        }
    }
}

extension Root {
    /// Runs `body`, and logs a 403 that it throws as a security event.
    ///
    /// - Parameter place: the pattern of the path, or the address, that the account has requested.
    func noticingDenials<Result>(
        to place: String, _ context: SignedInContext, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as WebError where error.status == .forbidden {
            try await logDenial(of: context.account.id, client: context.identity.client, to: place)
            throw error
        }
    }

    package func logDenial(of account: AccountID?, client: Client, to place: String) async throws {
        let event = SecurityEvent(.denied, account: account, client: client, time: authenticator.time, detail: place)
        try await refusals.note(event)
    }
}

/// A handler of a request that is not for a page. It uses the pages to show a form again.
package typealias Answer = @Sendable (Request, SignedInContext, Pages) async throws -> Response

// The routes of this library.
extension MainSection {
    package mutating func page<Content: Presentable>(
        _ path: SitePath, for access: Access,
        _ make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        add(path, for: access, isRoot: false) { .presented(try await make($0, $1)) }
    }

    package mutating func page<Content: RootPage>(
        _ path: SitePath, for access: Access,
        _ make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) {
        add(path, for: access, isRoot: true) { request, context in
            let page = try await make(request, context)
            return .root(AnyPage(page.framed(in: context.language)), title: page.title(in: context.language))
        }
    }

    package mutating func get(_ path: SitePath, for access: Access, _ answer: @escaping Answer) {
        route(.get, path, for: access, answer)
    }

    package mutating func post(_ path: SitePath, for access: Access, _ answer: @escaping Answer) {
        route(.post, path, for: access, answer)
    }

    private mutating func route(
        _ method: HTTPRequest.Method, _ path: SitePath, for access: Access, _ answer: @escaping Answer
    ) {
        describe(method, path.pattern, access)
        routes { routes, pages in
            routes.on(RouterPath(path.pattern), method: method) { request, context in
                try await pages.root.noticingDenials(to: path.pattern, context) { try await access.check(context) }
                guard access.needsProof > .nothing, access.asks else {
                    return try await answer(request, context, pages)
                }
                let question = try access.question(context)
                let place = ProofPlace(
                    presenter: question.presenter, back: question.back, url: request.address,
                    level: access.needsProof, next: method == .get ? nil : question.back ?? question.presenter)
                return try await pages.proven(request, context, at: place, signsOut: question.signsOut) {
                    try await answer($0, $1, pages)
                }
            }
        }
    }
}
