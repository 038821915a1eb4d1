import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("The time until a retry")
struct WaitTests {
    private let t = Strings(language: "en")

    @Test(arguments: [
        (0, "1 second"), (1, "1 second"), (2, "2 seconds"), (89, "89 seconds"), (90, "2 minutes"), (120, "2 minutes"),
        (121, "3 minutes"), (900, "15 minutes"), (5_399, "90 minutes"), (5_400, "2 hours"), (7_200, "2 hours"),
        (7_201, "3 hours"), (86_400, "24 hours"),
    ])
    func `is shown in the usual unit, and is never too short`(seconds: Int, words: String) {
        let wait = RetryDelay(seconds: seconds)
        #expect(wait.untilRetry(t) == "You can try again in \(words).")
        #expect(wait.afterTooManyAttempts(t) == "Too many attempts. Try again in \(words).")
    }

    @Test func `one of each unit has a separate word`() {
        #expect(RetryDelay.minutes(1).untilRetry(t) == "You can try again in 1 minute.")
        #expect(RetryDelay.hours(1).untilRetry(t) == "You can try again in 1 hour.")
        #expect(RetryDelay.minutes(1).afterTooManyAttempts(t).hasSuffix("in 1 minute."))
        #expect(RetryDelay.hours(1).afterTooManyAttempts(t).hasSuffix("in 1 hour."))
    }

    @Test func `is shown wherever a limit was reached`() {
        let sentence = "Try again in 15 minutes."
        let pages = [
            render(LoginCover(appName: "Portico", message: .tooManyAttempts(seconds: 900))),
            render(ChangePasswordPage(account: "a", username: "ada", problems: [.limited(seconds: 900)])),
            render(
                ReauthenticationPage(
                    account: "a", username: "ada", name: "Ada", action: .changeEmail,
                    problem: .limited(seconds: 900, passwordServer: nil), presenter: .account)),
        ]
        for page in pages { #expect(page.contains(sentence)) }
        let here = RetryDelay.afterTooManyAttempts(nil, passwordServer: nil, t)
        #expect(here.hasSuffix("or try again in an hour."))
        let elsewhere = RetryDelay.afterTooManyAttempts(nil, passwordServer: "The works", t)
        #expect(elsewhere.hasSuffix("Otherwise, try again in an hour, or ask the administrator of The works."))
        #expect(render(ErrorPage(status: 429, retryAfter: 900)).contains("You can try again in 15 minutes."))
    }
}
