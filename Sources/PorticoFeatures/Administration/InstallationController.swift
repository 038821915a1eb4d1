import Foundation
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The installation: overview, mail queue and settings.
struct InstallationController: Sendable {
    let administration: Administration
    let settings: any InstallationSettings
    /// Lists the servers; nil where there can be only one.
    let nodes: (@Sendable () async throws -> [InstallationNode])?
    private var auth: AuthServices { administration.auth }
    private static let mostMails = 200

    func options(_ request: Request, _ context: SignedInContext) async throws -> InstallationPage {
        InstallationPage(settings: try await settings.all())
    }

    func mailQueue(_ request: Request, _ context: SignedInContext) async throws -> MailQueuePage {
        let mails = try await auth.store.mails(limit: Self.mostMails + 1)
        let time = auth.authenticator.time
        return MailQueuePage(
            account: context.account.id.description,
            mails: mails.prefix(Self.mostMails).map { MailRow($0, at: time) },
            hasMore: mails.count > Self.mostMails, now: time)
    }

    func sendMailNow(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try await act(on: request, context, .toastEmailSending) {
            try await auth.store.sendNow($0, at: auth.authenticator.time)
        }
    }

    /// The question before a mail is removed.
    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let id = QueuedMail.ID(request.queryField("mail"))
        let mails = try await auth.store.mails(limit: Self.mostMails)
        guard let queued = mails.first(where: { $0.id == id }) else { throw WebError(.notFound) }
        return .dropMail(
            account: context.account.id.description, mail: "\(queued.id)", recipient: queued.mail.recipient.value)
    }

    func dropMail(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try await act(on: request, context, .toastEmailRemoved, auth.store.drop)
    }

    private func act(
        on request: Request, _ context: SignedInContext, _ done: LocalizedText,
        _ action: (QueuedMail.ID) async throws -> Void
    ) async throws -> Response {
        let form = try await context.form(QueuedMailForm.self)
        guard let mail = form.mail.flatMap({ QueuedMail.ID($0) }) else { throw WebError(.badRequest) }
        do {
            try await action(mail)
        } catch QueuedMailProblem.noSuchMail {
            throw WebError(.notFound)
        } catch QueuedMailProblem.waits {
            throw WebError(.conflict)
        } catch QueuedMailProblem.isUnderWay {
            // The mail is being sent already, as wanted.
        }
        context.toast(.success(done))
        return .dismissed(to: .mailQueue, for: request)
    }

    func editor(_ request: Request, _ context: SignedInContext) async throws -> any Presentable {
        let setting = try await setting(context)
        guard setting.text != nil else { return FixedSettingPage(setting: setting) }
        return EditSettingPage(account: context.account.id.description, setting: setting)
    }

    /// The setting in the path.
    private func setting(_ context: SignedInContext) async throws -> InstallationSetting {
        let option = AdministrationOption(rawValue: try context.parameters.require("option"))
        let found = try await settings.all().first { $0.option == option }
        guard let found else { throw WebError(.notFound) }
        return found
    }

    func change(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(SettingForm.self)
        let setting = try await setting(context)
        guard setting.text != nil else {
            return try await pages.response(
                FixedSettingPage(setting: setting), to: request, context, status: .conflict)
        }
        let text = form.usual == nil ? form.text : nil
        if let rehearsal = try await rehearsal(of: form, setting, context) {
            return try await pages.response(rehearsal, to: request, context)
        }
        var page = EditSettingPage(account: context.account.id.description, setting: setting)
        do {
            guard try await settings.keep(text, for: setting.option, of: form.seen) else {
                page.setting.version = form.seen ?? setting.version
                page.refused = form.value ?? ""
                page.refusedUnit = form.unit.flatMap(DurationInput.Unit.init)
                return try await pages.response(page, to: request, context, status: .unprocessableContent)
            }
        } catch ConfigError.changedMeanwhile {
            page.setting = try await self.setting(context)
            page.late = text ?? page.setting.text
            return try await pages.response(page, to: request, context, status: .conflict)
        }
        administration.root.liveUI.live.changed("installation", for: .everyone)
        try await auth.store.add(
            SecurityEvent(
                .settingChanged, account: nil, actor: context.account.id, client: context.identity.client,
                time: auth.authenticator.time, detail: setting.option.rawValue))
        context.toast(
            form.usual == nil
                ? .success(form.undoes == nil ? .toastSettingInForce : .toastSettingRestored)
                : .undoable(
                    .toastSettingReset,
                    posting: ["value": setting.text ?? "", "version": "\(try await self.setting(context).version)"],
                    to: .setting(setting.option.rawValue)))
        return .dismissed(to: .installation, for: request)
    }

    /// The page before a stricter rule of second factors is saved; nil if the form has no such rule, or has led to it.
    private func rehearsal(
        of form: SettingForm, _ setting: InstallationSetting, _ context: SignedInContext
    ) async throws -> RehearsalPage? {
        guard setting.option == .secondFactor, form.usual == nil, form.undoes == nil, form.rehearsed == nil,
            let policy = SecondFactorPolicy(rawValue: form.text),
            policy.isStricter(than: auth.policy.secondFactor)
        else { return nil }
        let found = try await auth.factors.rehearse(policy)
        return RehearsalPage(
            account: context.account.id.description, policy: policy, version: form.seen ?? setting.version,
            count: found.count, people: found.people.map(RehearsedPerson.init), now: auth.authenticator.time)
    }

    /// All people whom the rule in the path would stop.
    func rehearsal(_ request: Request, _ context: SignedInContext) async throws -> RehearsedPeoplePage {
        guard let policy = SecondFactorPolicy(rawValue: try context.parameters.require("policy")), policy.isRequiring
        else { throw WebError(.notFound) }
        let length = 50
        let number = min(max(Int(request.queryField("page")) ?? 1, 1), 1_000_000)
        let found = try await auth.factors.rehearse(policy, from: (number - 1) * length, limit: length)
        let path = { (number: Int) in
            SitePath.rehearsal(policy.rawValue).adding(query: [("page", "\(number)")])
        }
        let first = (number - 1) * length + 1
        let pagination =
            found.people.isEmpty || found.count <= length
            ? nil
            : Pagination(
                id: "rehearsed-pages", shown: first...(first + found.people.count - 1), total: found.count,
                previous: number > 1 ? path(number - 1) : nil,
                next: number * length < found.count ? path(number + 1) : nil)
        return RehearsedPeoplePage(
            people: found.people.map(RehearsedPerson.init), pagination: pagination, now: auth.authenticator.time)
    }

    func overview(_ request: Request, _ context: SignedInContext) async throws -> AdministrationPage {
        AdministrationPage(
            counts: try await administration.root.administrationCounts(in: context.timeZone),
            nodes: try await nodes?().count)
    }
}

/// The fields of an action on a queued mail.
private struct QueuedMailForm: Decodable {
    var mail: String?
}

/// The fields of a setting.
private struct SettingForm: Decodable {
    var value: String?
    /// The unit of a duration, see ``DurationInput/Unit``; nil for another type, and for seconds.
    var unit: String?
    /// `on`: resets to the default, ignoring the value.
    var usual: String?
    var version: String?
    /// `on`: the person has seen whom a stricter rule would stop.
    var rehearsed: String?
    /// Not nil if the form undoes a reset.
    var undoes: String?

    /// The value in the form of the store. An invalid number stays as it is.
    var text: String {
        let value = value ?? ""
        guard let unit = unit.flatMap(DurationInput.Unit.init) else { return value }
        return DurationInput(number: value, unit: unit).seconds ?? value
    }

    /// The version of the setting in the editor.
    var seen: ConfigVersion? { version.flatMap { ConfigVersion($0) } }
}

extension RehearsedPerson {
    fileprivate init(_ person: Rehearsal.Person) {
        self.init(
            user: person.account.id.name, name: person.account.name, lastUse: person.lastUse,
            needsReset: person.needsReset)
    }
}

extension MailRow {
    fileprivate init(_ queued: QueuedMail, at time: Date) {
        self.init(
            id: queued.id, kind: queued.mail.kind, recipient: queued.mail.recipient.value, queuedAt: queued.queuedAt,
            attempts: queued.attempts, nextAttempt: queued.dueTime, isUnderWay: queued.isUnderWay(at: time),
            problem: queued.problem)
    }
}
