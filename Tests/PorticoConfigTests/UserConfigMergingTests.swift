import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@Suite("E4 An edit of appearance and text size")
struct UserConfigMergingTests {
    private static let ada = AccountID(server: .local, user: "ada")
    private let service = ConfigService(app: AppConfig(), store: SQLConfigStore.inMemory(), changes: ConfigChanges())

    /// Merges the values of a page that showed `automatic` and `l`.
    private func merge(
        _ appearance: Appearance, _ textSize: TextSizeCategory, into config: UserConfig, seen: ConfigVersion? = nil,
        isOneChoice: Bool = true
    ) -> (appearance: Appearance, textSize: TextSizeCategory) {
        config.merging(
            (appearance, textSize), shown: (.automatic, .l), seen: seen, isOneChoice: isOneChoice)
    }

    private func config() async throws -> UserConfig {
        try #require(try await service.user(Self.ada, isAutoLogin: false))
    }

    private func setAppearance() async throws {
        try await service.set(UserConfig.appearance, to: .dark, in: .person(Self.ada))
    }

    private func setTextSize() async throws {
        try await service.set(UserConfig.textSize, to: .s, in: .person(Self.ada))
    }

    @Test("keeps the stored values that a form shows unchanged")
    func form() async throws {
        try await setAppearance()
        try await setTextSize()
        let config = try await config()
        #expect(merge(.automatic, .xl, into: config, isOneChoice: false) == (.dark, .xl))
        #expect(merge(.light, .l, into: config, isOneChoice: false) == (.light, .s))
        #expect(merge(.light, .xl, into: config, isOneChoice: false) == (.light, .xl))
    }

    @Test("keeps the value that was stored after the page, if script sends one choice at a time")
    func oneNewer() async throws {
        try await setTextSize()
        let seen = try await config().version
        try await setAppearance()
        #expect(merge(.light, .xl, into: try await config(), seen: seen) == (.dark, .xl))
        let later = try await config().version
        #expect(merge(.light, .xl, into: try await config(), seen: later) == (.light, .xl))
    }

    @Test("keeps the value that the page shows unchanged, if both were stored after it")
    func bothNewer() async throws {
        try await setAppearance()
        try await setTextSize()
        let config = try await config()
        #expect(merge(.automatic, .xl, into: config, seen: 0) == (.dark, .xl))
        #expect(merge(.light, .l, into: config, seen: 0) == (.light, .s))
        #expect(merge(.automatic, .l, into: config, seen: 0) == (.automatic, .l))
    }

    @Test("is taken as it is if the page has no version, or if one value is the stored one")
    func asItIs() async throws {
        try await setAppearance()
        let config = try await config()
        #expect(merge(.light, .xl, into: config) == (.light, .xl))
        #expect(merge(.dark, .xl, into: config, seen: 0) == (.dark, .xl))
        #expect(merge(.light, .l, into: config, seen: 0) == (.light, .l))
    }
}
