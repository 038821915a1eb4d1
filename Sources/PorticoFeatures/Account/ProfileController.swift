import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The profile of a person.
struct ProfileController: Sendable {
    let root: Root

    func editor(_ request: Request, _ context: SignedInContext) async throws -> EditProfilePage {
        try await editor(ProfileForm(), context)
    }

    func question(_ request: Request, _ context: SignedInContext) async throws -> UnsavedChangesPage {
        question(about: try await editor(ProfileForm(), context))
    }

    func update(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ProfileForm.self)
        let info = form.userInfo(else: try await stored(context).userInfo, of: context.account).cleaned
        guard info.problems.isEmpty else {
            var page = try await editor(form, context)
            page.problems = info.problems
            return try await pages.response(
                page, at: .editProfile, to: request, context, status: .unprocessableContent)
        }
        do {
            try await keep(info, form, context)
        } catch ConfigError.changedMeanwhile {
            return try await pages.response(
                try await conflict(form, context), at: .editProfile, to: request, context, status: .conflict)
        }
        context.toast(.success(.profileSaved))
        return .dismissed(to: root.settingsPath, for: request)
    }

    /// A form without a version overwrites the stored profile.
    private func keep(_ info: UserInfo, _ form: ProfileForm, _ context: SignedInContext) async throws {
        let person = ConfigScope.person(context.account.id)
        guard let seen = form.seen else {
            try await root.config.set(UserConfig.userInfo, to: info, in: person)
            return
        }
        try await root.config.replace(UserConfig.userInfo, of: seen, with: info, in: person)
    }

    /// The editor with the input, and with the profile that was saved meanwhile. The next attempt overwrites that
    /// profile.
    private func conflict(_ form: ProfileForm, _ context: SignedInContext) async throws -> EditProfilePage {
        var form = form
        form.version = nil
        var page = try await editor(form, context)
        let saved = try await stored(context).userInfo
        page.isDirty = true
        page.conflict = .changed(
            from: ["name": page.name, "pronouns": page.pronouns, "note": page.note],
            to: ["name": saved.name ?? context.account.name, "pronouns": saved.pronouns, "note": saved.note])
        return page
    }

    /// The editor with the input so far.
    func edit(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ProfileForm.self)
        return try await pages.response(try await editor(form, context), at: .editProfile, to: request, context)
    }

    /// Leaves the editor if nothing has changed, and asks otherwise.
    func leave(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ProfileForm.self)
        let editor = try await editor(form, context)
        guard editor.isDirty else { return .dismissed(to: root.settingsPath, for: request) }
        return try await pages.response(question(about: editor), over: [editor], to: request, context)
    }

    private func question(about editor: EditProfilePage) -> UnsavedChangesPage {
        UnsavedChangesPage(
            draft: editor.draft, save: .profile, keep: .editProfile, discard: root.settingsPath,
            presenter: .editProfile)
    }

    /// The editor with the fields of the form; missing fields have the values of the stored profile.
    private func editor(_ form: ProfileForm, _ context: SignedInContext) async throws -> EditProfilePage {
        let stored = try await stored(context)
        let given = form.userInfo(else: stored.userInfo, of: context.account)
        return EditProfilePage(
            name: form.name?.value ?? given.name ?? context.account.name, pronouns: given.pronouns, note: given.note,
            accountName: context.account.name,
            account: context.account.id.description, version: form.seen ?? stored.version(of: UserConfig.userInfo),
            isDirty: given != stored.userInfo)
    }

    private func stored(_ context: SignedInContext) async throws -> UserConfig {
        try await root.userConfig(for: context.signIn)
    }
}

/// The fields of the profile; missing fields stay unchanged.
private struct ProfileForm: Decodable {
    var name: ClearableText?
    var pronouns: ClearableText?
    var note: ClearableText?
    var version: String?

    /// The version of the profile in the editor.
    var seen: ConfigVersion? { version.flatMap { ConfigVersion($0) } }

    func userInfo(else stored: UserInfo, of account: Account) -> UserInfo {
        UserInfo(
            name: name.map { ownName($0.value, of: account) } ?? stored.name,
            pronouns: pronouns?.value ?? stored.pronouns,
            note: note?.value.replacing(bytes: "\r", with: "\n") ?? stored.note)
    }

    /// An empty name and the name of the account both mean that the person has no name of their own.
    private func ownName(_ typed: String, of account: Account) -> String? {
        typed.isEmpty || [typed, typed.personName].contains(account.name) ? nil : typed
    }
}
