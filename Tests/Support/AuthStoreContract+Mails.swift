import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let mails: [Contract<any AuthStore>] = [
        Contract("a mail is stored as it was written, with any content") { store in
            let mails = try everyMail()
            try await store.add(mails, event: event(.passwordResetRequested), at: start)
            let queued = try await store.mails(limit: 100)
            #expect(queued.map(\.mail) == mails)
            #expect(queued.map(\.mail.recipient.value) == mails.map(\.recipient.value))
            #expect(Set(queued.map(\.queuedAt)) == [start])
            #expect(Set(queued.map(\.attempts)) == [0])
            #expect(Set(queued.map(\.nextAttempt)) == [QueuedMail.atOnce])
            #expect(Set(queued.map(\.problem)) == [""])
            #expect(Set(queued.map(\.id)).count == mails.count)
            #expect(try await store.loggedKinds() == [.passwordResetRequested])
        },
        Contract("a request for a mail is logged even if no mail is sent") { store in
            try await store.add([MailJob](), event: event(.passwordResetRequested), at: start)
            #expect(try await store.loggedKinds() == [.passwordResetRequested])
            #expect(try await store.mails(limit: 5) == [])
            #expect(try await store.nextMailTime() == nil)
        },
        Contract("mails are due at once, in their order, with any clock of their server") { store in
            let made = Array(try everyMail()[..<4])
            for (mail, seconds) in zip(made, [900.0, 0, -86_400, 34_560_000]) {
                try await store.add([mail], event: nil, at: start.addingTimeInterval(seconds))
            }
            let queued = try await store.mails(limit: 5)
            #expect(queued.map(\.dueTime) == queued.map(\.queuedAt))
            func due() async throws -> [MailJob] {
                let mails = try await store.claimedMails(at: start)
                for mail in mails { try await store.release(mail) }
                return mails.map(\.mail)
            }
            #expect(try await due() == made)
            #expect(try await store.nextMailTime() == QueuedMail.atOnce)
            try await store.postpone(queued[0].id, to: start.addingTimeInterval(60), problem: "late")
            #expect(try await due() == Array(made[1...]))
            try await store.sendNow(queued[0].id, at: start.addingTimeInterval(900))
            #expect(try await due() == made)
        },
        Contract("a claimed mail is not due until its claim is over, and then unchanged") { store in
            let mail = try everyMail()[0]
            try await store.add([mail], event: nil, at: start)
            let claimed = try await store.claimMail(at: start, until: start.addingTimeInterval(90))
            #expect(claimed?.mail == mail)
            #expect(claimed?.nextAttempt == QueuedMail.atOnce)
            #expect(claimed?.attempts == 0)
            #expect(try await store.claimMail(at: start.addingTimeInterval(89), until: .distantFuture) == nil)
            #expect(try await store.nextMailTime() == start.addingTimeInterval(90))
            let again = try await store.claimMail(at: start.addingTimeInterval(90), until: .distantFuture)
            #expect(again?.id == claimed?.id)
            #expect(again?.attempts == 0)
        },
        Contract("servers that claim mails at the same moment share them, each mail once") { store in
            let mails = try everyMail()
            try await store.add(mails, event: nil, at: start)
            let claimed = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await store.claimedMails(at: start) } }
                return try await group.reduce(into: [QueuedMail]()) { $0 += $1 }
            }
            #expect(try await claimed.map(\.id).sorted() == store.mails(limit: 100).map(\.id))
        },
        Contract("a mail that could not be sent waits until its next time, with the reason") { store in
            let mails = Array(try everyMail()[..<2])
            try await store.add(mails, event: nil, at: start)
            let id = try await store.mails(limit: 1)[0].id
            let (soon, later) = (start.addingTimeInterval(60), start.addingTimeInterval(300))
            try await store.postpone(id, to: soon, problem: "busy")
            try await store.postpone(id, to: later, problem: "refused ✗")
            #expect(try await store.nextMailTime() == QueuedMail.atOnce)
            let first = try await store.claimedMails(at: soon)
            #expect(first.map(\.mail) == [mails[1]])
            try await store.release(first[0])
            let due = try await store.claimedMails(at: later)
            #expect(due.map(\.mail) == [mails[1], mails[0]])
            let expected = QueuedMail(
                id: id, mail: mails[0], queuedAt: start, attempts: 2, nextAttempt: later, problem: "refused ✗")
            #expect(due[1] == expected)
        },
        Contract("a failed mail is not due, and stays visible for its time") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            let later = start.addingTimeInterval(1_000_000)
            try await store.postpone(ids[0], to: nil, problem: "no such mailbox")
            #expect(try await store.claimedMails(at: later).map(\.id) == [ids[1]])
            let givenUp = try await store.mails(limit: 1).first
            #expect(givenUp?.id == ids[0])
            #expect(givenUp?.nextAttempt == nil)
            #expect(givenUp?.problem == "no such mailbox")
            try await store.deleteGivenUpMails(queuedBefore: start)
            #expect(try await store.mails(limit: 5).map(\.id) == ids)
            try await store.deleteGivenUpMails(queuedBefore: start.addingTimeInterval(1))
            #expect(try await store.mails(limit: 5).map(\.id) == [ids[1]])
        },
        Contract("the mails to be sent are counted without failed ones, and the oldest is returned") {
            store in
            #expect(try await store.waitingMailCount() == 0)
            #expect(try await store.givenUpMailCount() == 0)
            #expect(try await store.oldestWaitingMail() == nil)
            for (mail, seconds) in zip(try everyMail(), [0.0, 5, 10]) {
                try await store.add([mail], event: nil, at: start.addingTimeInterval(seconds))
            }
            let ids = try await store.mails(limit: 5).map(\.id)
            try await store.postpone(ids[0], to: nil, problem: "gone")
            try await store.postpone(ids[1], to: start.addingTimeInterval(60), problem: "late")
            #expect(try await store.waitingMailCount() == 2)
            #expect(try await store.givenUpMailCount() == 1)
            #expect(try await store.oldestWaitingMail() == start.addingTimeInterval(5))
        },
        Contract("mails that a person waits for are due before others that have waited longer") { store in
            try await store.add(try everyMail().reversed(), event: nil, at: start)
            let kinds = try await store.claimedMails(at: start).map(\.mail.kind)
            let awaited: [MailKind] = [
                .signInLimited, .signInLink, .emailChange, .passwordReset, .alreadyRegistered, .registration,
            ]
            #expect(Array(kinds.prefix(6)) == awaited)
            let others: [MailKind] = [
                .accountDeleted, .newSignIn, .factorsResetBegun, .factorsChanged, .emailChanged, .passwordChanged,
                .welcome, .invitation,
            ]
            #expect(Array(kinds.dropFirst(6)) == others)
        },
        Contract("a waiting or failed mail can be sent at once, unless it is being sent") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            let (soon, later) = (start.addingTimeInterval(5), start.addingTimeInterval(300))
            try await store.postpone(ids[0], to: nil, problem: "gone")
            try await store.postpone(ids[1], to: later, problem: "late")
            for id in ids { try await store.sendNow(id, at: soon) }
            #expect(try await store.mails(limit: 5).map(\.nextAttempt) == [QueuedMail.atOnce, QueuedMail.atOnce])
            #expect(try await store.mails(limit: 5).map(\.attempts) == [1, 1])
            let claimed = try await store.claimMail(at: soon, until: later)
            #expect(claimed?.id == ids[0])
            try await refused(.isUnderWay) { try await store.sendNow(ids[0], at: soon) }
            #expect(try await store.mails(limit: 1).first?.isUnderWay(at: soon) == true)
            // The server that claimed it has stopped.
            try await store.sendNow(ids[0], at: later)
            try await store.remove(ids[0])
            try await refused(.noSuchMail) { try await store.sendNow(ids[0], at: later) }
        },
        Contract("only a failed mail can be dropped") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            try await refused(.waits) { try await store.drop(ids[0]) }
            try await store.postpone(ids[0], to: nil, problem: "gone")
            try await store.drop(ids[0])
            #expect(try await store.mails(limit: 5).map(\.id) == [ids[1]])
            try await refused(.noSuchMail) { try await store.drop(ids[0]) }
        },
        Contract("a sent mail is removed, and no other") { store in
            try await store.add(Array(try everyMail()[..<2]), event: nil, at: start)
            let ids = try await store.mails(limit: 5).map(\.id)
            for _ in 0..<2 { try await store.remove(ids[0]) }
            try await store.postpone(ids[0], to: start, problem: "late")
            #expect(try await store.mails(limit: 5).map(\.id) == [ids[1]])
            try await store.remove(ids[1])
            #expect(try await store.nextMailTime() == nil)
        },
    ]

    private static func refused(_ problem: QueuedMailProblem, _ action: () async throws -> Void) async throws {
        var found: QueuedMailProblem?
        do {
            try await action()
        } catch let error as QueuedMailProblem {
            found = error
        }
        #expect(found == problem)
    }

    private static func everyMail() throws -> [MailJob] {
        let email = try address("Ada@Door.example")
        let client = Client(address: "2001:db8::1", agent: "Firefox on Linux")
        let contents: [MailJob.Content] = [
            .registration, .alreadyRegistered(ada), .invitation(Invitation(email: email, name: "Ada", inviter: bob)),
            .welcome(ada), .passwordReset(ada, isForced: true), .passwordChanged(ada, client, start), .emailChange(ada),
            .emailChanged(ada, start), .factorsChanged(ada, .codeUsed(left: 3), client, start),
            .factorsResetBegun(ada, start + 60),
            .newSignIn(ada, 7, client, start.addingTimeInterval(0.125)),
            .signInLink(ada, browser: Token.random().digest, client, start), .signInLimited(ada),
            .accountDeleted(name: "Ada ✨", server: .local),
        ]
        return contents.map { MailJob(to: email, $0) }
    }
}

extension AuthStore {
    /// All due mails, claimed for an hour.
    func claimedMails(at time: Date) async throws -> [QueuedMail] {
        var mails: [QueuedMail] = []
        while let mail = try await claimMail(at: time, until: time.addingTimeInterval(3600)) { mails.append(mail) }
        return mails
    }
}
