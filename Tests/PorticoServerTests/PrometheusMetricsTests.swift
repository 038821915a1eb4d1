import HTTPTypes
import Metrics
import NIOCore
import PorticoFeatures
import PorticoTestSupport
import Testing

@testable import PorticoServer

@Suite("Metrics for Prometheus")
struct PrometheusMetricsTests {
    private let metrics = PrometheusMetrics()

    @Test("are written by name and labels; counters have the end _total")
    func text() {
        Counter(label: "b", dimensions: [("z", "1"), ("a", "x\"\\\n")], factory: metrics).increment(by: 2)
        Counter(label: "b", dimensions: [("a", "x\"\\\n"), ("z", "1")], factory: metrics).increment()
        Counter(label: "b", dimensions: [("a", "y"), ("z", "1")], factory: metrics).increment()
        Gauge(label: "a", factory: metrics).record(7)
        #expect(
            metrics.text() == #"""
                # TYPE a gauge
                a 7.0
                # TYPE b_total counter
                b_total{a="x\"\\\n",z="1"} 3.0
                b_total{a="y",z="1"} 1.0

                """#)
    }

    @Test("of times are histograms in seconds, whose buckets include the smaller ones")
    func histogram() {
        let timer = Timer(label: "t", dimensions: [("k", "v")], factory: metrics)
        for milliseconds in [1, 3, 40, 60_000] { timer.record(.milliseconds(milliseconds)) }
        let lines = metrics.text().split(separator: "\n")
        #expect(lines.first == "# TYPE t_seconds histogram")
        for line in [
            #"t_seconds_bucket{k="v",le="0.0005"} 0"#, #"t_seconds_bucket{k="v",le="0.001"} 1"#,
            #"t_seconds_bucket{k="v",le="0.005"} 2"#, #"t_seconds_bucket{k="v",le="10.0"} 3"#,
            #"t_seconds_bucket{k="v",le="+Inf"} 4"#, #"t_seconds_count{k="v"} 4"#, #"t_seconds_sum{k="v"} 60.044"#,
        ] { #expect(lines.contains(Substring(line)), "\(line)") }
    }

    @Test("are served on a separate port, with requests, sign-ins, queues, caches and the database")
    func served() async throws {
        let log = LogRecorder()
        try await TestServer.run(
            publicFolder: PorticoProcess.publicFolder, logger: log.logger,
            configure: {
                ($0.metricsPort, $0.metricsHosts) = (0, ["door.internal"])
            }
        ) { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.post("/session", [("username", "ada"), ("password", "wrong")])
            #expect(try await browser.signIn().status == .seeOther)
            for _ in 0..<2 { _ = try await browser.get("/account") }
            #expect(try await browser.get("/metrics").status == .notFound)
            #expect(try await eventually { log.lines.contains { $0.contains("serving metrics") } })
            let line = try #require(log.lines.first { $0.contains("serving metrics") })
            let port = try #require(line.firstMatch(of: /address=127\.0\.0\.1:(\d+)/)?.1)
            let scraper = TestClient(port: try #require(Int(port)))
            let response = try await scraper.send(.get, "/metrics", body: nil)
            for host in ["localhost:9100", "127.0.0.1", "10.1.2.3:9100", "[::1]:9100", "DOOR.internal:9100"] {
                let answer = try await scraper.send(
                    .get, "/metrics", headers: [HTTPField.Name("Host")!: host], body: nil)
                #expect(answer.status == .ok, "\(host)")
            }
            for host in ["evil.example", "127.0.0.1.evil.example:9100", "10.1.2.3.4", "door.internal.evil.example"] {
                let answer = try await scraper.send(
                    .get, "/metrics", headers: [HTTPField.Name("Host")!: host], body: nil)
                #expect(answer.status == .misdirectedRequest, "\(host)")
                #expect(answer.body.readableBytes == 0)
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            for answer in [response, try await scraper.send(.get, "/nowhere", body: nil)] {
                #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            #expect(response.headers[.contentType]?.hasPrefix("text/plain; version=0.0.4") == true)
            let lines = String(buffer: response.body).split(separator: "\n")
            for line in [
                #"portico_request_duration_seconds_count{route="/session",status="303"} 1"#,
                #"portico_request_duration_seconds_count{route="/session",status="401"} 1"#,
                #"portico_request_duration_seconds_count{route="NotFound",status="404"} 1"#,
                #"portico_sign_ins_total{outcome="succeeded",way="password"} 1.0"#,
                #"portico_sign_ins_total{outcome="failed"} 1.0"#,
                "portico_event_streams 0.0", "portico_mails_queued 0.0", "portico_password_hashes_pending 0.0",
                "portico_password_hash_duration_seconds_count 2",
            ] { #expect(lines.contains(Substring(line)), "\(line)") }
            for start in [
                #"portico_cache_lookups_total{result="hit"} "#, #"portico_cache_lookups_total{result="miss"} "#,
                #"portico_database_duration_seconds_count{operation="write"} "#, "portico_connections ",
            ] { #expect(lines.contains { $0.hasPrefix(start) && !$0.hasSuffix(" 0") }, "\(start)") }
        }
    }
}
