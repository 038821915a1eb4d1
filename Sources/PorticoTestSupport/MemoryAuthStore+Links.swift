import Foundation
import PorticoAuth

extension MemoryAuthStore {
    public func add(_ link: OneTimeLink, token: TokenDigest) {
        write { $0.links[token] = (link, false) }
    }

    public func link(_ token: TokenDigest, at time: Date) throws -> OneTimeLink { try state.link(token, at: time) }

    public func deleteLinks(expiredBefore time: Date) {
        write { state in state.links = state.links.filter { $0.value.link.expiresAt >= time } }
    }
}
