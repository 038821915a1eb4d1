import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Imports people from a CSV file, and exports them.
struct ImportController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }
    /// The maximum size of a file, and of a form that contains it in base64, in bytes.
    private static let fileLimit = 1_048_576
    static let formLimit = 2 * fileLimit

    func page(_ request: Request, _ context: SignedInContext) -> ImportPeoplePage {
        ImportPeoplePage(account: context.account.id.description)
    }

    /// Shows the effects that the chosen file would have.
    func preview(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ImportFileForm.self, in: request, upTo: Self.formLimit)
        var page = ImportPeoplePage(account: context.account.id.description)
        do {
            guard let file = form.file?.bytes else { throw ImportFileProblem.missing }
            guard file.count <= Self.fileLimit else { throw ImportFileProblem.tooLarge }
            page.step = .preview(ImportPreview(try await importing(context).preview(file), of: file))
            return try await pages.response(page, to: request, context)
        } catch let problem as ImportFileProblem {
            page.step = .choice(problem)
        } catch let failure as AccountImportFailure {
            page.step = .choice(ImportFileProblem(failure))
        }
        return try await pages.response(page, to: request, context, status: .unprocessableContent)
    }

    /// Adds the people of a previewed file, except the refused rows, as a job.
    func run(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ImportedContentForm.self, in: request, upTo: Self.formLimit)
        guard let data = form.content.flatMap({ Data(base64Encoded: $0) }), data.count <= Self.fileLimit else {
            throw WebError(.badRequest)
        }
        return try await context.progress(of: .importPeople, at: .people, request) {
            [directory = auth.directory] progress in
            let work = AccountImport(
                into: directory, actor: context.account.id, client: context.identity.client
            ) { step in
                let part = step.total == 0 ? 1 : Double(step.done) / Double(step.total)
                progress.report(step.step == .checking ? part / 2 : 0.5 + part / 2)
            }
            let report = try await work.run(Array(data), isPartial: true)
            return .sentence(.importDone(report.added), .people)
        }
    }

    private func importing(_ context: SignedInContext) -> AccountImport {
        AccountImport(into: auth.directory, actor: context.account.id, client: context.identity.client)
    }

    /// All people as a CSV file. Reauthentication happens on the list.
    func export(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        guard context.isRecentlyAuthenticated else { return .redirect(to: .people) }
        // Pages of an earlier version have the selection in the address.
        guard request.uri.queryParameters["id"] == nil else { throw WebError(.badRequest) }
        return try await file(of: try await auth.store.accounts(), context)
    }

    /// The selected people as a CSV file.
    func exportSelected(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(PeopleSelection.self, in: request, upTo: PeopleSelection.limit)
        guard context.isRecentlyAuthenticated else { return .redirect(to: .people) }
        let accounts = try await auth.store.accounts(form.accounts)
        guard !accounts.isEmpty else {
            context.toast(Toast(.peopleSelectedNobody, kind: .failure))
            return .dismissed(to: .people, for: request)
        }
        return try await file(of: form.accounts.compactMap { accounts[$0] }, context)
    }

    private func file(of accounts: [Account], _ context: SignedInContext) async throws -> Response {
        let file = AccountExport.file(accounts)
        try await auth.store.add(
            SecurityEvent(
                .dataExported, account: nil, actor: context.account.id, client: context.identity.client,
                time: auth.authenticator.time, detail: "people.csv"))
        return Download(fileName: "people.csv", type: "text/csv; charset=utf-8", bytes: file.utf8).response()
    }
}

/// The field of the form for a file.
private struct ImportFileForm: Decodable {
    let file: UploadedFile?
}

/// The field of the form below the preview.
private struct ImportedContentForm: Decodable {
    /// The file in base64.
    let content: String?
}

extension ImportFileProblem: Error {
    fileprivate init(_ failure: AccountImportFailure) {
        self =
            switch failure {
            case .empty: .empty
            case .header: .unreadable
            case .missingColumn(let column): .columnMissing(column.rawValue)
            case .unknownColumn(let name): .columnUnknown(name)
            case .repeatedColumn(let column): .columnTwice(column.rawValue)
            }
    }
}

extension ImportPreview {
    fileprivate init(_ preview: AccountImportPreview, of file: [UInt8]) {
        self.init(
            people: preview.accounts.prefix(Self.shown).map {
                Person(
                    username: $0.id.user, name: $0.name, email: $0.email?.value ?? "",
                    isAdministrator: $0.isAdministrator)
            }, count: preview.accounts.count, withPassword: preview.withPassword,
            refusals: preview.refusals.prefix(Self.shown).map {
                Refusal(line: $0.line, reason: ImportRefusal($0.reason))
            }, refusedRows: Set(preview.refusals.map(\.line)).count, content: Data(file).base64EncodedString())
    }
}

extension ImportRefusal {
    fileprivate init(_ reason: AccountImportRefusal.Reason) {
        self =
            switch reason {
            case .unreadable: .unreadable
            case .columns(let count, let expected): .columns(count: count, expected: expected)
            case .account(let problem): .account(SetupProblem(problem, password: ""))
            case .emailMissing: .emailMissing
            case .passwordHash(.unknown): .passwordHashUnknown
            case .passwordHash(.tooCostly): .passwordHashCostly
            case .administratorInvalid: .administratorInvalid
            case .groupInvalid(let name): .groupInvalid(name)
            case .repeatsUserName(let line): .repeatsUsername(line: line)
            case .repeatsEmail(let line): .repeatsEmail(line: line)
            case .accountExists: .account(.usernameTaken)
            case .emailTaken: .account(.emailTaken)
            }
    }
}
