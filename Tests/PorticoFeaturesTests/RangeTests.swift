import HTTPTypes
import NIOCore
import PorticoTestSupport
import Testing

@testable import PorticoAssets

@Suite("Parts of files")
struct RangeTests {
    @Test(
        "are one range of bytes (RFC 9110, 14.1.2)",
        arguments: [
            ("bytes=0-0", ByteRange.bytes(0..<1)), ("bytes=0-9", .bytes(0..<10)), ("bytes=0-99", .bytes(0..<10)),
            ("bytes=3-5", .bytes(3..<6)), ("bytes=9-9", .bytes(9..<10)), ("bytes=9-", .bytes(9..<10)),
            ("bytes=0-", .bytes(0..<10)),
            ("bytes=-1", .bytes(9..<10)), ("bytes=-10", .bytes(0..<10)), ("bytes=-99", .bytes(0..<10)),
            ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=0-99999999999999999999", .bytes(0..<10)),
            ("bytes=-99999999999999999999", .bytes(0..<10)), ("Bytes=0-0", .bytes(0..<1)),
        ])
    func ranges(header: String, expected: ByteRange) {
        #expect(ByteRange(header, of: 10) == expected)
    }

    @Test(
        "are ignored if the range is invalid",
        arguments: [
            "", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,3-4", "bytes=0-0,-1", "bytes=+0-1",
            "bytes=0--1", "bytes=--1", "bytes=0x0-1", "lines=0-1", "bytes 0-1", "bytes=1", "bytes=٠-١", "=0-1",
        ])
    func ignored(header: String) {
        #expect(ByteRange(header, of: 10) == nil)
    }

    @Test("of nothing do not exist", arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func empty(header: String) {
        #expect(ByteRange(header, of: 0) == .unsatisfiable)
    }

    @Test(
        "come as 206 with their position",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=250-", 250..<256), ("bytes=-6", 250..<256),
            ("bytes=0-9999", 0..<256), ("bytes=255-255", 255..<256),
        ])
    func partial(header: String, bounds: Range<Int>) async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.get("\(release)/a.png", headers: [.range: header])
            #expect(response.status == .partialContent)
            #expect(response.body == ByteBuffer(bytes: AssetFixture.png[bounds]))
            #expect(response.headers[.contentRange] == "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/256")
            #expect(response.headers[.eTag] != nil)
        }
    }

    @Test("beyond the end are 416 with the size", arguments: ["bytes=256-", "bytes=256-300", "bytes=-0"])
    func beyond(header: String) async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.get("\(release)/a.png", headers: [.range: header])
            #expect(response.status == .rangeNotSatisfiable)
            #expect(response.headers[.contentRange] == "bytes */256")
            #expect(response.headers[.cacheControl]?.contains("immutable") != true)
        }
    }

    @Test("are the whole file for several or malformed ranges, or a range of another version of the file")
    func whole() async throws {
        try await AssetFixture.run { browser, release in
            let path = "\(release)/a.png"
            let tag = try #require(try await browser.get(path).headers[.eTag])
            for header in ["bytes=0-1,4-5", "bytes=5-4", "lines=1-2"] {
                let response = try await browser.get(path, headers: [.range: header])
                #expect(response.status == .ok)
                #expect(response.body.readableBytes == 256)
            }
            for known in ["\"other\"", "W/\(tag)", "Wed, 21 Oct 2015 07:28:00 GMT"] {
                let response = try await browser.get(path, headers: [.range: "bytes=0-0", .ifRange: known])
                #expect(response.status == .ok, "\(known)")
            }
            let same = try await browser.get(path, headers: [.range: "bytes=0-0", .ifRange: tag])
            #expect(same.status == .partialContent)
            let head = try await browser.send(.head, path, headers: [.range: "bytes=0-0"])
            #expect(head.status == .ok, "a range is for GET only")
        }
    }

    @Test("are of the file itself, not of its compressed form")
    func gzip() async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.get(
                "\(release)/css/a.css", headers: [.range: "bytes=0-9", .acceptEncoding: "gzip"])
            #expect(response.status == .partialContent)
            #expect(response.headers[.contentEncoding] == nil)
            #expect(response.text == AssetFixture.css.prefix(10))
        }
    }
}
