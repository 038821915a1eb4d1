import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let letters: [Contract<any AuthStore>] = [
        Contract("a letter is kept as it was written, whatever is in it") { store in
            let letters = try everyLetter()
            try await store.add(letters, event: event(.passwordResetRequested), at: start)
            let queued = try await store.letters(limit: 100)
            try require(queued.map(\.letter), is: letters)
            try require(queued.map(\.letter.recipient.value), is: letters.map(\.recipient.value))
            try require(Set(queued.map(\.queuedAt)), is: [start])
            try require(Set(queued.map(\.attempts)), is: [0])
            try require(Set(queued.map(\.nextAttempt)), is: [start])
            try require(Set(queued.map(\.problem)), is: [""])
            try require(Set(queued.map(\.id)).count, is: letters.count)
            try require(try await store.loggedKinds(), is: [.passwordResetRequested])
        },
        Contract("asking for a mail is logged where nothing is sent, too") { store in
            try await store.add([Letter](), event: event(.passwordResetRequested), at: start)
            try require(try await store.loggedKinds(), is: [.passwordResetRequested])
            try require(try await store.letters(limit: 5), is: [])
            try require(try await store.nextLetterTime(), is: nil)
        },
        Contract("letters are due from their time on, the longest due first") { store in
            let made = try everyLetter()
            for (letter, seconds) in zip(made, [60.0, 0, 60, 120]) {
                try await store.add([letter], event: nil, at: start.addingTimeInterval(seconds))
            }
            func due(after seconds: TimeInterval, limit: Int = 10) async throws -> [Letter] {
                try await store.dueLetters(at: start.addingTimeInterval(seconds), limit: limit).map(\.letter)
            }
            try require(try await due(after: -1), is: [])
            try require(try await due(after: 0), is: [made[1]])
            try require(try await due(after: 60), is: [made[1], made[0], made[2]])
            try require(try await due(after: 200, limit: 2), is: [made[1], made[0]])
            try require(try await due(after: 200, limit: 0), is: [])
            try require(try await store.nextLetterTime(), is: start)
            try require(try await store.letters(limit: 2).map(\.letter), is: [made[0], made[1]])
        },
        Contract("a letter that could not be sent waits until its next time, and says why") { store in
            let letters = Array(try everyLetter()[..<2])
            try await store.add(letters, event: nil, at: start)
            let id = try await store.dueLetters(at: start, limit: 1)[0].id
            let (soon, later) = (start.addingTimeInterval(60), start.addingTimeInterval(300))
            try await store.postpone(id, to: soon, problem: "busy")
            try await store.postpone(id, to: later, problem: "refused ✗")
            try require(try await store.dueLetters(at: soon, limit: 10).map(\.letter), is: [letters[1]])
            try require(try await store.nextLetterTime(), is: start)
            let due = try await store.dueLetters(at: later, limit: 10)
            try require(due.map(\.letter), is: [letters[1], letters[0]])
            let expected = QueuedLetter(
                id: id, letter: letters[0], queuedAt: start, attempts: 2, nextAttempt: later, problem: "refused ✗")
            try require(due[1], is: expected)
        },
        Contract("a letter that was given up is not due, and stays to be seen for its time") { store in
            try await store.add(Array(try everyLetter()[..<2]), event: nil, at: start)
            let ids = try await store.letters(limit: 5).map(\.id)
            try await store.postpone(ids[0], to: nil, problem: "no such mailbox")
            try require(try await store.dueLetters(at: .distantFuture, limit: 5).map(\.id), is: [ids[1]])
            let givenUp = try await store.letters(limit: 1).first
            try require(givenUp?.id, is: ids[0])
            try require(givenUp?.nextAttempt, is: nil)
            try require(givenUp?.problem, is: "no such mailbox")
            try await store.deleteGivenUpLetters(queuedBefore: start)
            try require(try await store.letters(limit: 5).map(\.id), is: ids)
            try await store.deleteGivenUpLetters(queuedBefore: start.addingTimeInterval(1))
            try require(try await store.letters(limit: 5).map(\.id), is: [ids[1]])
        },
        Contract("a letter that was sent is gone, and no other") { store in
            try await store.add(Array(try everyLetter()[..<2]), event: nil, at: start)
            let ids = try await store.letters(limit: 5).map(\.id)
            for _ in 0..<2 { try await store.remove(ids[0]) }
            try await store.postpone(ids[0], to: start, problem: "late")
            try require(try await store.letters(limit: 5).map(\.id), is: [ids[1]])
            try await store.remove(ids[1])
            try require(try await store.nextLetterTime(), is: nil)
        },
    ]

    private static func everyLetter() throws -> [Letter] {
        let email = try address("Ada@Door.example")
        let client = Client(address: "2001:db8::1", agent: "Firefox on Linux")
        let contents: [Letter.Content] = [
            .registration, .alreadyRegistered(ada), .invitation(Invitation(email: email, name: "Ada", inviter: bob)),
            .welcome(ada), .passwordReset(ada, isForced: true), .passwordChanged(ada, client, start), .emailChange(ada),
            .emailChanged(ada, start), .newSignIn(ada, 7, client, start.addingTimeInterval(0.125)),
            .accountDeleted(name: "Ada ✨"),
        ]
        return contents.map { Letter(to: email, $0) }
    }
}
