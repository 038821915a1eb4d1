import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoWeb

@Suite("D9 The notice board")
struct NoticeBoardTests {
    private let clock = TestClock()

    private func address(_ browser: Int64, _ path: SitePath = "/a") -> NoticeAddress {
        NoticeAddress(
            person: PersonInBrowser(browser: browser, account: AccountID(server: .local, user: "ada")), path: path)
    }

    private func saying(_ text: String) -> Notices { Notices(toasts: [Toast(text)]) }

    @Test("keeps what is for one page together until it is taken")
    func taking() {
        let board = FlashStore(now: clock.now)
        #expect(board.isEmpty)
        board.put(saying("one"), for: address(1))
        board.put(Notices(huds: [.info("two")]), for: address(1))
        clock.advance(by: 40)
        board.put(saying("three"), for: address(1))
        let notices = board.take(address(1))
        #expect(notices.toasts.map(\.text) == ["one", "three"])
        #expect(notices.huds.map(\.text) == ["two"])
        #expect(board.isEmpty)
        #expect(board.take(address(1)).isEmpty)
    }

    @Test("shows nothing that is older than a minute with something newer")
    func staleBesideFresh() {
        let board = FlashStore(now: clock.now)
        board.put(saying("old"), for: address(1))
        clock.advance(by: 40)
        board.put(saying("new"), for: address(1))
        clock.advance(by: 20)
        #expect(board.take(address(1)).toasts.map(\.text) == ["new"])
    }

    @Test("shows one of several with an id: the latest")
    func replacing() {
        let board = FlashStore(now: clock.now)
        for text in ["one", "two"] { board.put(Notices(toasts: [Toast(text, id: "a")]), for: address(1)) }
        #expect(board.take(address(1)).toasts.map(\.text) == ["two"])
    }

    @Test("forgets what nobody came for")
    func tidying() {
        let board = FlashStore(now: clock.now)
        board.put(saying("old"), for: address(1))
        clock.advance(by: 30)
        board.put(saying("new"), for: address(2))
        clock.advance(by: 30)
        board.tidy()
        #expect(!board.isEmpty)
        clock.advance(by: 30)
        board.tidy()
        #expect(board.isEmpty)
    }

    @Test("is bounded: the oldest goes")
    func capacity() {
        let board = FlashStore(now: clock.now)
        for number in 0...FlashStore.capacity {
            board.put(saying("\(number)"), for: address(Int64(number)))
            clock.advance(by: 0.001)
        }
        #expect(board.take(address(0)).isEmpty)
        #expect(board.take(address(1)).toasts.map(\.text) == ["1"])
        #expect(board.take(address(Int64(FlashStore.capacity))).toasts.count == 1)
        for number in 0..<FlashStore.pageCapacity + 10 { board.put(saying("\(number)"), for: address(1)) }
        let toasts = board.take(address(1)).toasts
        #expect(toasts.count == FlashStore.pageCapacity)
        #expect(toasts.first?.text == "10")
    }
}
