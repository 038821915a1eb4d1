import Foundation
import PorticoAuth
import PorticoConfig
import PorticoMail
import PorticoTestSupport
import Synchronization
import Testing

@Suite("The delivery")
struct PostmanTests {
    @Test("sends due mails, the longest due first, and removes them from the queue")
    func order() async throws {
        let office = PostOffice()
        try await office.queue.put(to: "second@example.org", due: newYear.addingTimeInterval(-1))
        try await office.queue.put(to: "first@example.org", due: newYear.addingTimeInterval(-2))
        try await office.queue.put(to: "later@example.org", due: newYear.addingTimeInterval(1))
        await office.delivery.deliver()
        #expect(office.transport.sent == ["first@example.org", "second@example.org"])
        #expect(try await office.mails.map(\.mail.recipient.value) == ["later@example.org"])
        office.clock.advance(by: 1)
        await office.delivery.deliver()
        #expect(try await office.mails.isEmpty)
    }

    @Test("tries again after 1 minute, 2, 4, and so on up to an hour")
    func backOff() async throws {
        let office = PostOffice()
        office.transport.follow { _ throws(MailFailure) in throw MailFailure("Not now.") }
        try await office.queue.put(to: "ada@example.org")
        var pauses: [TimeInterval] = []
        for attempt in 1...9 {
            await office.delivery.deliver()
            let mail = try #require(try await office.mails.first)
            #expect(mail.attempts == attempt)
            #expect(mail.problem == "Not now.")
            let pause = try #require(mail.nextAttempt).timeIntervalSince(office.clock.now())
            pauses.append(pause)
            office.clock.advance(by: pause - 1)
            await office.delivery.deliver()
            #expect(office.transport.sent.count == attempt)
            office.clock.advance(by: 1)
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    }

    @Test("spreads attempts over the last quarter of the pause")
    func jitter() async throws {
        let office = PostOffice(random: 1)
        office.transport.follow { _ throws(MailFailure) in throw MailFailure("Not now.") }
        try await office.queue.put(to: "ada@example.org")
        await office.delivery.deliver()
        #expect(try await office.mails.first?.nextAttempt == newYear.addingTimeInterval(45))
    }

    @Test("makes the last attempt two days after a mail was queued, and then keeps the mail for administrators")
    func givingUp() async throws {
        let office = PostOffice()
        office.transport.follow { _ throws(MailFailure) in throw MailFailure("Not now.") }
        try await office.queue.put(to: "ada@example.org", attempts: 50)
        office.clock.advance(by: 48 * 3600 - 10)
        await office.delivery.deliver()
        #expect(try await office.mails.first?.nextAttempt == newYear.addingTimeInterval(48 * 3600))
        office.clock.advance(by: 10)
        await office.delivery.deliver()
        let mail = try #require(try await office.mails.first)
        #expect(mail.nextAttempt == nil)
        #expect(mail.problem == "Not now.")
        office.clock.advance(by: 1_000_000)
        await office.delivery.deliver()
        #expect(office.transport.sent.count == 2)
    }

    @Test("also attempts a mail at some time that a clock days behind has queued")
    func clockBehind() async throws {
        let office = PostOffice()
        office.transport.follow { _ throws(MailFailure) in throw MailFailure("Not now.") }
        try await office.queue.put(to: "ada@example.org", queuedAt: newYear.addingTimeInterval(-72 * 3600))
        for attempt in 1...8 {
            await office.delivery.deliver()
            let isGivenUp = try await office.mails.first?.nextAttempt == nil
            #expect(isGivenUp == (attempt == 8))
            office.clock.advance(by: 3600)
        }
    }

    @Test("sends a mail that is queued while another one takes long")
    func hanging() async throws {
        let office = PostOffice(most: 2)
        let gate = Gate()
        office.transport.follow { message throws(MailFailure) in
            if message.to.address.value == "hangs@example.org" { await gate.pass() }
        }
        try await office.queue.put(to: "hangs@example.org")
        let sending = Task { await office.delivery.deliver() }
        #expect(try await eventually { office.transport.sent.count == 1 })
        for name in ["ada", "bea"] {
            try await office.queue.put(to: "\(name)@example.org")
            office.delivery.wake()
            #expect(try await eventually { office.transport.sent.last == "\(name)@example.org" })
        }
        gate.open()
        await sending.value
        #expect(try await office.mails.isEmpty)
    }

    @Test("gives up at once after a permanent refusal, and continues with the next mail")
    func permanent() async throws {
        let office = PostOffice()
        office.transport.follow { message throws(MailFailure) in
            if message.to.address.value.hasPrefix("gone") { throw MailFailure("Unknown.", isPermanent: true) }
        }
        try await office.queue.put(to: "gone@example.org")
        try await office.queue.put(to: "ada@example.org")
        await office.delivery.deliver()
        #expect(office.transport.sent == ["gone@example.org", "ada@example.org"])
        let mails = try await office.mails
        #expect(mails.map(\.mail.recipient.value) == ["gone@example.org"])
        #expect(mails.first?.nextAttempt == nil && mails.first?.problem == "Unknown.")
    }

    @Test("removes obsolete mails, and sends nothing")
    func unwanted() async throws {
        let office = PostOffice(compose: { _ in nil })
        try await office.queue.put(to: "ada@example.org")
        await office.delivery.deliver()
        #expect(office.transport.sent.isEmpty)
        #expect(try await office.mails.isEmpty)
    }

    @Test("postpones a mail that cannot be composed, and sends the others")
    func composing() async throws {
        let office = PostOffice(compose: { mail in
            if mail.id == 1 { throw MemoryMailQueue.Failure() }
            return try .sample(to: mail.mail.recipient.value)
        })
        try await office.queue.put(to: "broken@example.org")
        try await office.queue.put(to: "ada@example.org")
        await office.delivery.deliver()
        #expect(office.transport.sent == ["ada@example.org"])
        let mail = try #require(try await office.mails.first)
        #expect(mail.nextAttempt == newYear.addingTimeInterval(60))
        #expect(mail.problem == "The mail could not be written.")
    }

    @Test("sends no mail twice if the queue cannot record it", arguments: [true, false])
    func unsettled(isSent: Bool) async throws {
        let office = PostOffice()
        if !isSent { office.transport.follow { _ throws(MailFailure) in throw MailFailure("Not now.") } }
        try await office.queue.put(to: "ada@example.org")
        try await office.queue.put(to: "bea@example.org")
        await office.queue.fail([.remove, .postpone])
        for _ in 0..<3 { await office.delivery.deliver() }
        #expect(office.transport.sent == ["ada@example.org"])
        await office.queue.fail([])
        await office.delivery.deliver()
        #expect(office.transport.sent == ["ada@example.org", "bea@example.org"])
        #expect(try await office.mails.map(\.attempts) == (isSent ? [] : [1, 1]))
    }

    @Test("tells the queue which mails it has sent, also once another server sends")
    func relieved() async throws {
        let isInCharge = Mutex(true)
        let office = PostOffice(isInCharge: { isInCharge.withLock { $0 } })
        for name in ["ada", "bea"] { try await office.queue.put(to: "\(name)@example.org") }
        await office.queue.fail([.remove])
        await office.delivery.deliver()
        #expect(office.transport.sent == ["ada@example.org"])
        isInCharge.withLock { $0 = false }
        await office.queue.fail([])
        await office.delivery.deliver()
        #expect(try await office.mails.map(\.mail.recipient.value) == ["bea@example.org"])
        #expect(office.transport.sent == ["ada@example.org"])
    }

    @Test("continues after a failure of the queue, and logs it")
    func failingQueue() async throws {
        let office = PostOffice()
        try await office.queue.put(to: "ada@example.org")
        await office.queue.fail([.read])
        await office.delivery.deliver()
        #expect(office.log.text.contains("error the queue of mails failed"))
        await office.queue.fail([])
        await office.delivery.deliver()
        #expect(office.transport.sent == ["ada@example.org"])
    }

    @Test("leaves a mail that becomes due again within one round to the next")
    func dueAgain() async throws {
        let office = PostOffice()
        office.transport.follow { [clock = office.clock] _ throws(MailFailure) in
            clock.advance(by: 4000)
            throw MailFailure("Not now.")
        }
        try await office.queue.put(to: "ada@example.org")
        try await office.queue.put(to: "bea@example.org")
        await office.delivery.deliver()
        #expect(office.transport.sent == ["ada@example.org", "bea@example.org"])
    }

    @Test("claims a mail while it sends it, for another server of the installation")
    func claimed() async throws {
        let office = PostOffice()
        let gate = Gate()
        office.transport.follow { _ throws(MailFailure) in await gate.pass() }
        try await office.queue.put(to: "ada@example.org")
        let sending = Task { await office.delivery.deliver() }
        #expect(try await eventually { office.transport.sent.count == 1 })
        #expect(try await office.mails.map(\.nextAttempt) == [newYear.addingTimeInterval(120)])
        gate.open()
        await sending.value
        #expect(try await office.mails.isEmpty)
    }

    @Test("sends several mails at a time, and first a mail that a person waits for, though it came last")
    func several() async throws {
        let office = PostOffice(most: 3)
        let gates = (0..<6).map { _ in Gate() }
        office.transport.follow { message throws(MailFailure) in
            let number = message.to.address.value.first.flatMap { Int(String($0)) } ?? 0
            await gates[number].pass()
        }
        for number in 0..<5 {
            let email = try address("\(number)@example.org")
            try await office.queue.put(to: email.value, .invitation(Invitation(email: email)))
        }
        let sending = Task { await office.delivery.deliver() }
        #expect(try await eventually { office.transport.sent.count == 3 })
        try await office.queue.put(to: "5@example.org", .signInLimited(AccountID(server: .local, user: "ada")))
        gates[1].open()
        #expect(try await eventually { office.transport.sent.count == 4 })
        #expect(office.transport.sent.last == "5@example.org")
        for gate in gates { gate.open() }
        await sending.value
        #expect(office.transport.sent.sorted() == (0..<6).map { "\($0)@example.org" })
        #expect(try await office.mails.isEmpty)
    }

    @Test("completes mails when the queue fails, and sends none twice")
    func severalUnsettled() async throws {
        let office = PostOffice(most: 3)
        let gate = Gate()
        office.transport.follow { message throws(MailFailure) in
            if message.to.address.value != "1@example.org" { await gate.pass() }
            if Task.isCancelled { throw MailFailure("cancelled") }
        }
        for number in 1...5 { try await office.queue.put(to: "\(number)@example.org") }
        await office.queue.fail([.remove])
        let sending = Task { await office.delivery.deliver() }
        #expect(try await eventually { office.transport.sent.count == 3 })
        #expect(try await eventually { await office.queue.refusals == 1 })
        gate.open()
        await sending.value
        #expect(office.transport.sent.count == 3)
        await office.queue.fail([])
        await office.delivery.deliver()
        #expect(office.transport.sent.sorted() == (1...5).map { "\($0)@example.org" })
        #expect(try await office.mails.isEmpty)
    }

    @Test("delivers once if it is called twice")
    func twice() async throws {
        let office = PostOffice()
        let gate = Gate()
        office.transport.follow { _ throws(MailFailure) in await gate.pass() }
        try await office.queue.put(to: "ada@example.org")
        let first = Task { await office.delivery.deliver() }
        #expect(try await eventually { office.transport.sent.count == 1 })
        await office.delivery.deliver()
        #expect(office.transport.sent.count == 1)
        gate.open()
        await first.value
        #expect(try await office.mails.isEmpty)
    }

    @Test("logs one line a second for a problem of many mails, with their number, and each given-up mail")
    func fewLines() async throws {
        let office = PostOffice()
        office.transport.follow { message throws(MailFailure) in
            let isGone = message.to.address.value.hasPrefix("gone")
            throw MailFailure(isGone ? "Unknown." : "No answer.", isPermanent: isGone)
        }
        for number in 1...4 { try await office.queue.put(to: "\(number)@example.org") }
        for number in 1...2 { try await office.queue.put(to: "gone\(number)@example.org") }
        await office.delivery.deliver()
        #expect(office.log.lines.count { $0.contains("problem=No answer.") } == 1)
        #expect(office.log.lines.count { $0.contains("problem=Unknown.") } == 2)
        office.time.advance(by: .seconds(1))
        try await office.queue.put(to: "5@example.org")
        await office.delivery.deliver()
        #expect(office.log.lines.last?.contains("mails=4") == true, "\(office.log.lines)")
    }

    @Test("logs the mail and the error, without the recipient and the content")
    func logs() async throws {
        let office = PostOffice()
        office.transport.follow { message throws(MailFailure) in
            if message.to.address.value.hasPrefix("gone") { throw MailFailure("Unknown.", isPermanent: true) }
            if message.to.address.value.hasPrefix("full") { throw MailFailure("Full.") }
        }
        for name in ["ada", "full", "gone"] { try await office.queue.put(to: "\(name)@example.org") }
        await office.delivery.deliver()
        #expect(
            office.log.lines == [
                "info mail sent kind=registration mail=1",
                "warning mail not sent attempt=1 kind=registration mail=2 next=2026-01-01T00:01:00Z problem=Full.",
                "error mail not sent attempt=1 kind=registration mail=3 problem=Unknown.",
            ])
    }
}
