import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let links: [Contract<any AuthStore>] = [
        Contract("a link is stored as it was created, for every purpose") { store in
            let email = try address("Ada@Door.example")
            let invitation = Invitation(email: email, name: "Ada ✨", isAdministrator: true, inviter: elsewhere)
            for purpose in OneTimeLink.Purpose.allCases {
                let full = OneTimeLink(
                    purpose, account: ada, email: email, invitation: invitation, signIn: 7,
                    browser: Token.random().digest, expiresAt: start)
                let empty = OneTimeLink(purpose, email: email, expiresAt: start)
                for link in [full, empty] {
                    let token = Token.random().digest
                    try await store.add(link, tokens: [token])
                    let found = try await store.link(token, at: start.addingTimeInterval(-60))
                    #expect(found == link)
                    #expect(found.email.value == "Ada@Door.example")
                }
            }
        },
        Contract("a token that was never issued is not a link") { store in
            await #expect(throws: LinkProblem.unknown) {
                try await store.link(Token.random().digest, at: start)
            }
        },
        Contract("a link works until its time, and opening it does not use it") { store in
            let link = try await store.addLink(.registration)
            for _ in 0..<2 { _ = try await store.link(link, at: start.addingTimeInterval(3599)) }
            for seconds in [3600.0, 86_400] {
                await #expect(throws: LinkProblem.expired) {
                    try await store.link(link, at: start.addingTimeInterval(seconds))
                }
            }
        },
        Contract("a used link is reported as used, after its time too") { store in
            let link = try await store.addLink(.registration)
            try await store.addAccount(ada, link: link)
            for seconds in [0.0, 3600] {
                await #expect(throws: LinkProblem.used) {
                    try await store.link(link, at: start.addingTimeInterval(seconds))
                }
            }
        },
        Contract("invitations are listed as links and mails, without the welcomes of accounts") {
            store in
            let email = try address("bob@door.example")
            let invitation = Invitation(email: email)
            try await store.addAccount(ada)
            let welcome = OneTimeLink(.invitation, account: ada, email: email, expiresAt: start)
            let link = OneTimeLink(.invitation, email: email, invitation: invitation, expiresAt: start + 60)
            for link in [welcome, link] { try await store.add(link, tokens: [Token.random().digest]) }
            let mails = [MailJob(to: email, .welcome(ada)), MailJob(to: email, .invitation(invitation))]
            try await store.add(mails, event: nil, at: start)
            let found = try await store.read {
                (try $0.openInvitations(limit: 1), try $0.queuedInvitations(limit: 1).map(\.mail))
            }
            #expect(found.0 == [link])
            #expect(found.1 == [mails[1]])
        },
        Contract("of several invitations to an address only the newest is listed and counted") { store in
            var links: [OneTimeLink] = []
            for (index, user) in ["bob", "BOB", "bob", "eve"].enumerated() {
                let email = try address("\(user)@door.example")
                let link = OneTimeLink(
                    .invitation, email: email, invitation: Invitation(email: email),
                    expiresAt: start + 60 * TimeInterval(index))
                try await store.add(link, tokens: [Token.random().digest])
                links.append(link)
            }
            #expect(try await store.read { try $0.openInvitations(limit: 2) } == [links[3], links[2]])
        },
        Contract("the newest link to log in of a browser is found by its secret, and using all up concerns no other") {
            store in
            try await store.addAccount(ada)
            let email = try address("ada@door.example")
            let (browser, other) = (Token.random().digest, Token.random().digest)
            var tokens: [TokenDigest] = []
            for (index, owner) in [browser, browser, other].enumerated() {
                tokens.append(Token.random().digest)
                let link = OneTimeLink(
                    .signIn, account: ada, email: email, browser: owner, expiresAt: start + Double(index))
                try await store.add(link, tokens: [tokens[index]])
            }
            let found = try #require(try await store.read { try $0.signInLink(of: browser) })
            #expect(found.token == tokens[1] && !found.isUsed && found.link.browser == browser)
            #expect(try await store.read { try $0.signInLink(of: Token.random().digest) == nil })
            for owner in [browser, other] {
                try await store.add(
                    [MailJob(to: email, .signInLink(ada, browser: owner, Client(), start))], event: nil, at: start)
            }
            try await store.write { try $0.useUpSignInLinks(of: browser) }
            let contents = try await store.mails(limit: 10).map(\.mail.content)
            #expect(contents == [.signInLink(ada, browser: other, Client(), start)])
            let used = try await store.read { [tokens] transaction in
                try tokens.map { try transaction.link($0)?.isUsed }
            }
            #expect(used == [true, true, false])
        },
        Contract("another link for the same purpose does not replace the first one") { store in
            try await store.addAccount(ada)
            let first = try await store.addLink(.passwordReset, of: ada)
            _ = try await store.addLink(.passwordReset, of: ada)
            _ = try await store.link(first, at: start)
        },
        Contract("links are deleted some time after they have expired, used or not, and not before") { store in
            let used = try await store.addLink(.registration)
            let other = try await store.addLink(.registration, to: "bob@door.example")
            try await store.addAccount(ada, link: used)
            try await store.deleteLinks(expiredBefore: start.addingTimeInterval(3600))
            await #expect(throws: LinkProblem.used) { try await store.link(used, at: start) }
            _ = try await store.link(other, at: start)
            try await store.deleteLinks(expiredBefore: start.addingTimeInterval(3601))
            for link in [used, other] {
                await #expect(throws: LinkProblem.unknown) { try await store.link(link, at: start) }
            }
        },
    ]
}
