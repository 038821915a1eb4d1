import PorticoAuth
import Testing

@Suite("The rules for new passwords")
struct PasswordPolicyTests {
    private func problem(_ password: String) -> PasswordProblem? {
        PasswordPolicy().problem(with: password, context: ["ada.lovelace", "Portico"])
    }

    @Test(
        "6.2.1 ask for 15 characters, as people count them",
        arguments: ["", "a", "mauve tractor", "mauve tractor7", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧"])
    func tooShort(password: String) {
        #expect(password.count < 15)
        #expect(problem(password) == .tooShort(minimum: 15))
    }

    @Test("6.2.1 take 15 characters, and refuse one less")
    func exactLength() {
        #expect(problem("mauve tractor 7") == nil)
        #expect(problem("mauve tractor ") == .tooShort(minimum: 15))
    }

    @Test("6.2.9 take 64 characters and more, up to a limit", arguments: [64, 65, 128, 1000, 1024])
    func long(length: Int) {
        let phrase = String(repeating: "mauve tractors hum; ", count: 52) + "?"
        #expect(problem(String(phrase.suffix(length))) == nil)
    }

    @Test("refuse only characters that nobody types")
    func tooLong() {
        let phrase = String(repeating: "mauve tractors hum; ", count: 52) + "?"
        #expect(problem(String(phrase.suffix(1025))) == .tooLong(maximum: 1024))
        let joined = "mauve tractors hum" + String(repeating: "\u{200D}", count: 336)
        #expect(problem(joined) == .tooLong(maximum: 1024), "in bytes")
    }

    @Test(
        "6.2.5 take any characters, and require no kinds of them",
        arguments: [
            "correct horse battery staple", "mauvetractorhums", "MAUVETRACTORHUMS", "8420957136620481",
            "пароль из пяти слов", "密码是五个没有关系的词语连在一起", "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🦉🐺🐗",
            "tab\tand\nnewline\u{0}nul", "ĂĄĆĎĘĞİĽŇŐŘŞŤŮŸŹ",
        ])
    func anyUnicode(password: String) {
        #expect(problem(password) == nil)
    }

    @Test("6.2.8 count spaces at the ends")
    func noTrimming() {
        #expect(problem("mauve tractor  ") == nil)
        #expect(problem(" mauve tractor ") == nil)
    }

    @Test(
        "6.2.4 refuse one unit repeated",
        arguments: [
            "aaaaaaaaaaaaaaa", "abcabcabcabcabc", "AbCaBcAbCaBcAbC", "Mauve7Mauve7Mauve7", "               ",
            "🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊", "tractorstractors", "abcabcabcabcabca", "aaaaaaaaaaaaaa1",
            "1aaaaaaaaaaaaaa", "aaaaaaaabbbbbbbbcc", "tractorstractors!", "          x          y",
            "mauve7!mauve7!mauve8",
        ])
    func repeats(password: String) {
        #expect(problem(password) == .repeats)
    }

    @Test("find a repeated character in a long password without taking longer")
    func longRepeats() {
        func time(_ password: String) -> Duration {
            (1...3).map { _ in ContinuousClock().measure { _ = problem(password) } }.min() ?? .zero
        }
        let phrase = "mauve tractors hum while green engines rest and eleven quiet owls knit a bright scarf for us; "
        let usual = time(String(String(repeating: "a", count: 15) + phrase).lowercased())
        #expect(problem(String(repeating: "a", count: 1023) + "b") == .repeats)
        #expect(time(String(repeating: "a", count: 1023) + "b") < usual * 1_000)
    }

    @Test(
        "6.2.4 refuse runs along the digits, the alphabet and the keyboard",
        arguments: [
            "qwertyuiop12345", "QWERTYuiop12345", "123456789012345", "098765432109876", "poiuytrewqlkjhgfdsa",
            "abcdefghijklmnop", "zyxwvutsrqponmlk", "asdfghjklzxcvbnm", "qwertzuiopasdfghjkl", "azertyuiopqsdfghjklm",
            "1234qwerasdfzxcv", "abcdabcdefghabcde", "123456789012345!", "x123456789qwertyuiop",
        ])
    func runs(password: String) {
        #expect(problem(password) == .sequence)
    }

    @Test(
        "6.2.4 and 6.2.11 refuse passwords that consist of common passwords and words of the context",
        arguments: [
            "passwordletmein", "PasswordLetMeIn", "dragonmonkeyfootball", "passwordmonkey1234", "baseballada.lovelace",
            "porticoporticopassword", "PORTICOpassword1", "ada.lovelacePortico", "iloveyousunshine",
            "passwordpassword!", "thisismypassword", "This is my password", "dragon monkey 1",
        ])
    func common(password: String) {
        #expect(problem(password) == .common)
    }

    @Test("6.2.11 refuse passwords that consist of the words of a name")
    func words() {
        let policy = PasswordPolicy()
        #expect(policy.problem(with: "quexalbornportal", context: ["Portico"]) == nil)
        #expect(policy.problem(with: "quexalbornportal", context: ["Quexalborn Portal"]) == .common)
    }

    @Test(
        "6.2.4 refuse dates and years",
        arguments: [
            "12.05.1987 1.6.1990", "1205198713061990", "1987198819901993", "1990-12-31 1987", "ada.lovelace120587",
        ])
    func dates(password: String) {
        #expect(problem(password) == .common)
    }

    @Test(
        "take common words with something uncommon between them",
        arguments: [
            "password in mauve tractors", "portico-7-old-tractors", "12.05.1987 mauve tractors", "gate lime hum dune",
        ])
    func notOnlyCommon(password: String) {
        #expect(problem(password) == nil)
    }

    @Test("take four random words, without spaces too")
    func passphrases() {
        var generator = SeededGenerator(seed: 7)
        let refused = (0..<10_000).compactMap { _ -> String? in
            var phrase = ""
            // Four different words, because a list of thousands rarely gives one word twice.
            while phrase.count < 15 {
                phrase = RandomWords.all.shuffled(using: &generator).prefix(4).joined()
            }
            return problem(phrase) == nil ? nil : phrase
        }
        #expect(refused.isEmpty)
    }

    @Test("6.2.1 take 8 characters where a second factor is required")
    func otherMinimum() {
        let policy = PasswordPolicy()
        #expect(policy.problem(with: "mq7&Zr0-", context: [], withFactor: true) == nil)
        #expect(policy.problem(with: "mq7&Zr0-", context: []) == .tooShort(minimum: 15))
        #expect(policy.problem(with: "mq7&Zr0", context: [], withFactor: true) == .tooShort(minimum: 8))
        #expect(policy.problem(with: "aaaaaaaa", context: [], withFactor: true) == .repeats)
    }

    @Test(
        "6.2.1 an option raises the minimum, and never lowers it", arguments: [(8, 8, 15), (12, 12, 15), (20, 20, 20)])
    func raised(atLeast: Int, withFactor: Int, alone: Int) {
        let policy = PasswordPolicy(atLeast: atLeast)
        #expect(policy.minimumLength(withFactor: true) == withFactor)
        #expect(policy.minimumLength(withFactor: false) == alone)
    }
}
