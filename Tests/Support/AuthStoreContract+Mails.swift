import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let mails: [Contract<any AuthStore>] = [
        Contract("a mail is kept as it was written, whatever is in it") { store in
            let mails = try everyMail()
            try await store.add(mails, event: event(.passwordResetRequested), at: start)
            let queued = try await store.mails(limit: 100)
            try require(queued.map(\.mail), is: mails)
            try require(queued.map(\.mail.recipient.value), is: mails.map(\.recipient.value))
            try require(Set(queued.map(\.queuedAt)), is: [start])
            try require(Set(queued.map(\.attempts)), is: [0])
            try require(Set(queued.map(\.nextAttempt)), is: [QueuedMail.atOnce])
            try require(Set(queued.map(\.problem)), is: [""])
            try require(Set(queued.map(\.id)).count, is: mails.count)
            try require(try await store.loggedKinds(), is: [.passwordResetRequested])
        },
        Contract("asking for a mail is logged where nothing is sent, too") { store in
            try await store.add([MailJob](), event: event(.passwordResetRequested), at: start)
            try require(try await store.loggedKinds(), is: [.passwordResetRequested])
            try require(try await store.mails(limit: 5), is: [])
            try require(try await store.nextMailTime(), is: nil)
        },
        Contract("mails are due at once, in their order, whatever the clock of their server shows") { store in
            let made = Array(try everyMail()[..<4])
            for (mail, seconds) in zip(made, [900.0, 0, -86_400, 34_560_000]) {
                try await store.add([mail], event: nil, at: start.addingTimeInterval(seconds))
            }
            let queued = try await store.mails(limit: 5)
            try require(queued.map(\.dueTime), is: queued.map(\.queuedAt))
            func due() async throws -> [MailJob] {
                let mails = try await store.claimedMails(at: start)
                for mail in mails { try await store.release(mail) }
                return mails.map(\.mail)
            }
            try require(try await due(), is: made)
            try require(try await store.nextMailTime(), is: QueuedMail.atOnce)
            try await store.postpone(queued[0].id, to: start.addingTimeInterval(60), problem: "late")
            try require(try await due(), is: Array(made[1...]))
            try await store.sendNow(queued[0].id, at: start.addingTimeInterval(900))
            try require(try await due(), is: made)
        },
        Contract("a claimed mail is not due until its claim is over, and then as it was") { store in
            let mail = try everyMail()[0]
            try await store.add([mail], event: nil, at: start)
            let claimed = try await store.claimMail(at: start, until: start.addingTimeInterval(90))
            try require(claimed?.mail, is: mail)
            try require(claimed?.nextAttempt, is: QueuedMail.atOnce)
            try require(claimed?.attempts, is: 0)
            try require(try await store.claimMail(at: start.addingTimeInterval(89), until: .distantFuture), is: nil)
            try require(try await store.nextMailTime(), is: start.addingTimeInterval(90))
            let again = try await store.claimMail(at: start.addingTimeInterval(90), until: .distantFuture)
            try require(again?.id, is: claimed?.id)
            try require(again?.attempts, is: 0)
        },
        Contract("servers that claim mails at the same moment share them, each mail once") { store in
            let mails = try everyMail()
            try await store.add(mails, event: nil, at: start)
            let claimed = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await store.claimedMails(at: start) } }
                return try await group.reduce(into: [QueuedMail]()) { $0 += $1 }
            }
            try require(claimed.map(\.id).sorted(), is: try await store.mails(limit: 100).map(\.id))
        },
        Contract("a mail that could not be sent waits until its next time, and says why") { store in
            let mails = Array(try everyMail()[..<2])
            try await store.add(mails, event: nil, at: start)
            let id = try await store.mails(limit: 1)[0].id
            let (soon, later) = (start.addingTimeInterval(60), start.addingTimeInterval(300))
            try await store.postpone(id, to: soon, problem: "busy")
            try await store.postpone(id, to: later, problem: "refused ✗")
            try require(try await store.nextMailTime(), is: QueuedMail.atOnce)
            let first = try await store.claimedMails(at: soon)
            try require(first.map(\.mail), is: [mails[1]])
            try await store.release(first[0])
            let due = try await store.claimedMails(at: later)
            try require(due.map(\.mail), is: [mails[1], mails[0]])
            let expected = QueuedMail(
                id: id, mail: mails[0], queuedAt: start, attempts: 2, nextAttempt: later, problem: "refused ✗")
            try require(due[1], is: expected)
        },
        Contract("a mail that was given up is not due, and stays to be seen for its time") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            let later = start.addingTimeInterval(1_000_000)
            try await store.postpone(ids[0], to: nil, problem: "no such mailbox")
            try require(try await store.claimedMails(at: later).map(\.id), is: [ids[1]])
            let givenUp = try await store.mails(limit: 1).first
            try require(givenUp?.id, is: ids[0])
            try require(givenUp?.nextAttempt, is: nil)
            try require(givenUp?.problem, is: "no such mailbox")
            try await store.deleteGivenUpMails(queuedBefore: start)
            try require(try await store.mails(limit: 5).map(\.id), is: ids)
            try await store.deleteGivenUpMails(queuedBefore: start.addingTimeInterval(1))
            try require(try await store.mails(limit: 5).map(\.id), is: [ids[1]])
        },
        Contract("the mails to be sent are counted, apart from those that were given up, and the oldest is known") {
            store in
            try require(try await store.waitingMailCount(), is: 0)
            try require(try await store.givenUpMailCount(), is: 0)
            try require(try await store.oldestWaitingMail(), is: nil)
            for (mail, seconds) in zip(try everyMail(), [0.0, 5, 10]) {
                try await store.add([mail], event: nil, at: start.addingTimeInterval(seconds))
            }
            let ids = try await store.mails(limit: 5).map(\.id)
            try await store.postpone(ids[0], to: nil, problem: "gone")
            try await store.postpone(ids[1], to: start.addingTimeInterval(60), problem: "late")
            try require(try await store.waitingMailCount(), is: 2)
            try require(try await store.givenUpMailCount(), is: 1)
            try require(try await store.oldestWaitingMail(), is: start.addingTimeInterval(5))
        },
        Contract("mails that somebody waits for are due before others that have waited for longer") { store in
            try await store.add(try everyMail().reversed(), event: nil, at: start)
            let kinds = try await store.claimedMails(at: start).map(\.mail.kind)
            let awaited: [MailKind] = [.signInLimited, .emailChange, .passwordReset, .alreadyRegistered, .registration]
            try require(Array(kinds.prefix(5)), is: awaited)
            let others: [MailKind] = [
                .accountDeleted, .newSignIn, .emailChanged, .passwordChanged, .welcome, .invitation,
            ]
            try require(Array(kinds.dropFirst(5)), is: others)
        },
        Contract("a mail that waits or was given up can be sent at once, unless it is being sent") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            let (soon, later) = (start.addingTimeInterval(5), start.addingTimeInterval(300))
            try await store.postpone(ids[0], to: nil, problem: "gone")
            try await store.postpone(ids[1], to: later, problem: "late")
            for id in ids { try await store.sendNow(id, at: soon) }
            try require(try await store.mails(limit: 5).map(\.nextAttempt), is: [QueuedMail.atOnce, QueuedMail.atOnce])
            try require(try await store.mails(limit: 5).map(\.attempts), is: [1, 1])
            let claimed = try await store.claimMail(at: soon, until: later)
            try require(claimed?.id, is: ids[0])
            try await refused(.isUnderWay) { try await store.sendNow(ids[0], at: soon) }
            try require(try await store.mails(limit: 1).first?.isUnderWay(at: soon), is: true)
            // The server that has begun to send it did not come back.
            try await store.sendNow(ids[0], at: later)
            try await store.remove(ids[0])
            try await refused(.noSuchMail) { try await store.sendNow(ids[0], at: later) }
        },
        Contract("only a mail that was given up can be dropped") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            try await refused(.waits) { try await store.drop(ids[0]) }
            try await store.postpone(ids[0], to: nil, problem: "gone")
            try await store.drop(ids[0])
            try require(try await store.mails(limit: 5).map(\.id), is: [ids[1]])
            try await refused(.noSuchMail) { try await store.drop(ids[0]) }
        },
        Contract("a mail that was sent is gone, and no other") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            for _ in 0..<2 { try await store.remove(ids[0]) }
            try await store.postpone(ids[0], to: start, problem: "late")
            try require(try await store.mails(limit: 5).map(\.id), is: [ids[1]])
            try await store.remove(ids[1])
            try require(try await store.nextMailTime(), is: nil)
        },
    ]

    private static func refused(_ problem: QueuedMailProblem, _ action: () async throws -> Void) async throws {
        var found: QueuedMailProblem?
        do {
            try await action()
        } catch let error as QueuedMailProblem {
            found = error
        }
        try require(found, is: problem)
    }

    private static func everyMail() throws -> [MailJob] {
        let email = try address("Ada@Door.example")
        let client = Client(address: "2001:db8::1", agent: "Firefox on Linux")
        let contents: [MailJob.Content] = [
            .registration, .alreadyRegistered(ada), .invitation(Invitation(email: email, name: "Ada", inviter: bob)),
            .welcome(ada), .passwordReset(ada, isForced: true), .passwordChanged(ada, client, start), .emailChange(ada),
            .emailChanged(ada, start), .newSignIn(ada, 7, client, start.addingTimeInterval(0.125)),
            .signInLimited(ada),
            .accountDeleted(name: "Ada ✨", server: .local),
        ]
        return contents.map { MailJob(to: email, $0) }
    }
}

extension AuthStore {
    /// All due mails, which are claimed for an hour.
    func claimedMails(at time: Date) async throws -> [QueuedMail] {
        var mails: [QueuedMail] = []
        while let mail = try await claimMail(at: time, until: time.addingTimeInterval(3600)) { mails.append(mail) }
        return mails
    }
}
