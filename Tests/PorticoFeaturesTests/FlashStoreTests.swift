import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("D9 The notice board")
struct NoticeBoardTests {
    private let clock = TestClock()

    private func address(_ browser: Int64, _ path: SitePath = "/a") -> NoticeAddress {
        NoticeAddress(
            person: PersonInBrowser(browser: browser, account: AccountID(server: .local, user: "ada")), path: path)
    }

    private func saying(_ text: String) -> Notices { Notices(toasts: [Toast(text)]) }

    @Test("keeps notices for one page together until they are taken")
    func taking() {
        let flashStore = FlashStore(now: clock.now)
        #expect(flashStore.isEmpty)
        flashStore.put(saying("one"), for: address(1))
        flashStore.put(Notices(huds: [.info("two")]), for: address(1))
        clock.advance(by: 40)
        flashStore.put(saying("three"), for: address(1))
        let notices = flashStore.take(address(1))
        #expect(notices.toasts.map(\.text) == ["one", "three"])
        #expect(notices.huds.map(\.text) == ["two"])
        #expect(flashStore.isEmpty)
        #expect(flashStore.take(address(1)).isEmpty)
    }

    @Test("does not show a notice older than a minute with a newer one")
    func staleBesideFresh() {
        let flashStore = FlashStore(now: clock.now)
        flashStore.put(saying("old"), for: address(1))
        clock.advance(by: 40)
        flashStore.put(saying("new"), for: address(1))
        clock.advance(by: 20)
        #expect(flashStore.take(address(1)).toasts.map(\.text) == ["new"])
    }

    @Test("shows only the latest of several with an id")
    func replacing() {
        let flashStore = FlashStore(now: clock.now)
        for text in ["one", "two"] { flashStore.put(Notices(toasts: [Toast(text, id: "a")]), for: address(1)) }
        #expect(flashStore.take(address(1)).toasts.map(\.text) == ["two"])
    }

    @Test("drops notices that no page has taken")
    func tidying() {
        let flashStore = FlashStore(now: clock.now)
        flashStore.put(saying("old"), for: address(1))
        clock.advance(by: 30)
        flashStore.put(saying("new"), for: address(2))
        clock.advance(by: 30)
        flashStore.deleteExpired()
        #expect(!flashStore.isEmpty)
        clock.advance(by: 30)
        flashStore.deleteExpired()
        #expect(flashStore.isEmpty)
    }

    @Test("is bounded: the oldest goes")
    func capacity() {
        let flashStore = FlashStore(now: clock.now)
        for number in 0...FlashStore.capacity {
            flashStore.put(saying("\(number)"), for: address(Int64(number)))
            clock.advance(by: 0.001)
        }
        #expect(flashStore.take(address(0)).isEmpty)
        #expect(flashStore.take(address(1)).toasts.map(\.text) == ["1"])
        #expect(flashStore.take(address(Int64(FlashStore.capacity))).toasts.count == 1)
        for number in 0..<FlashStore.pageCapacity + 10 { flashStore.put(saying("\(number)"), for: address(1)) }
        let toasts = flashStore.take(address(1)).toasts
        #expect(toasts.count == FlashStore.pageCapacity)
        #expect(toasts.first?.text == "10")
    }
}
