import PorticoHTML

// Mails with a one-time link. All take the name of the application, the lifetime of the link in minutes or its end, and
// the language as a BCP 47 tag.
extension Mail {
    /// The link to create an account.
    package static func registration(appName: String, link: WebURL, minutes: Int, language: String) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailRegistrationSubject(appName), greeting: t.mailHello,
            paragraphs: [t.mailRegistration(appName), t.mailChooseNameAndPassword],
            action: Action(label: t.mailMakeAccount, link: link),
            closing: [t.mailLinkWorks(minutes), t.mailRegistrationIgnore], language: language)
    }

    /// The link to create an account after an invitation.
    ///
    /// - Parameters:
    ///   - name: the name of the invited person; empty if unknown.
    ///   - inviter: the name of the inviting person; nil to name nobody.
    package static func invitation(
        appName: String, name: String, inviter: String?, link: WebURL, until end: Moment, language: String
    ) -> Mail {
        let t = Strings(language: language)
        let first = inviter.map { t.mailInvitationBy($0, appName) } ?? t.mailInvitation(appName)
        return Mail(
            appName: appName, subject: t.mailInvitationSubject(appName),
            greeting: name.isEmpty ? t.mailHello : t.mailHelloName(name),
            paragraphs: [first, t.mailChooseNameAndPassword], action: Action(label: t.mailMakeAccount, link: link),
            closing: [t.mailLinkWorksUntil(end.textWithWeekday(in: language)), t.mailInvitationLate], language: language
        )
    }

    /// The link to set the first password of an existing account.
    package static func welcome(
        appName: String, name: String, username: String, link: WebURL, until end: Moment, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailWelcomeSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailWelcome(appName, username), t.mailChoosePassword],
            action: Action(label: t.choosePassword, link: link),
            closing: [t.mailLinkWorksUntil(end.textWithWeekday(in: language)), t.mailWelcomeLate], language: language)
    }

    /// The link to reset the password.
    ///
    /// - Parameter isForced: whether an administrator requested the reset, not the person.
    package static func passwordReset(
        appName: String, name: String, username: String, link: WebURL, minutes: Int, isForced: Bool,
        language: String
    ) -> Mail {
        let t = Strings(language: language)
        let first = isForced ? t.mailResetForced(appName, username) : t.mailReset(username, appName)
        return Mail(
            appName: appName, subject: t.mailResetSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [first, t.mailChoosePassword], action: Action(label: t.choosePassword, link: link),
            closing: [t.mailLinkWorks(minutes), isForced ? t.mailWelcomeLate : t.mailResetIgnore], language: language)
    }

    /// The link to log in in the browser that asked for it, and the code to type there.
    ///
    /// - Parameters:
    ///   - browser: the user agent of this browser.
    ///   - address: its IP address.
    package static func signInLink(
        appName: String, name: String, username: String, browser: String, address: String, when: Moment, link: WebURL,
        code: String, minutes: Int, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailSignInLinkSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailSignInLink(username, appName)] + details(browser, address, when, language)
                + [t.mailSignInLinkNext, code],
            action: Action(label: t.logIn, link: link),
            closing: [t.mailLinkWorks(minutes), t.mailSignInLinkIgnore], language: language)
    }

    /// The link that allows further sign-ins after too many failures.
    package static func signInLimited(
        appName: String, name: String, username: String, link: WebURL, minutes: Int, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailSignInLimitedSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailSignInLimited(username, appName), t.mailSignInLimitedNext],
            action: Action(label: t.liftLimits, link: link),
            closing: [t.mailLinkWorks(minutes), t.mailSignInLimitedIgnore], language: language)
    }

    /// The link that allows further codes after too many wrong ones.
    package static func codesLimited(
        appName: String, name: String, username: String, link: WebURL, minutes: Int, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailSignInLimitedSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [t.mailCodesLimited(username, appName), t.mailSignInLimitedNext],
            action: Action(label: t.liftLimits, link: link),
            closing: [t.mailLinkWorks(minutes), t.mailCodesLimitedIgnore], language: language)
    }

    /// The link that stops a reset of the second factor.
    ///
    /// - Parameter due: the time from which the reset takes effect.
    package static func factorsResetBegun(
        appName: String, name: String, username: String, due: Moment, link: WebURL, until end: Moment, language: String
    ) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailFactorsResetBegunSubject(appName), greeting: t.mailHelloName(name),
            paragraphs: [
                t.mailFactorsResetBegun(username, appName),
                t.mailFactorsResetBegunWhen(due.textWithWeekday(in: language)),
            ],
            action: Action(label: t.stopReset, link: link),
            closing: [t.mailLinkWorksUntil(end.textWithWeekday(in: language)), t.mailFactorsResetBegunIgnore],
            language: language)
    }

    /// The link to confirm a new email address; sent to that address. The recipient may be somebody else, so the mail
    /// contains no text that the person chose.
    package static func emailChange(appName: String, link: WebURL, minutes: Int, language: String) -> Mail {
        let t = Strings(language: language)
        return Mail(
            appName: appName, subject: t.mailEmailChangeSubject(appName), greeting: t.mailHello,
            paragraphs: [t.mailEmailChange(appName)], action: Action(label: t.confirmEmail, link: link),
            closing: [t.mailLinkWorks(minutes), t.mailEmailChangeIgnore], language: language)
    }
}
