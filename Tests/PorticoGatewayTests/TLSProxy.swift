import Foundation
import NIOCore
import NIOPosix
import PorticoTestSupport
import Testing

/// nginx in front of a server on this machine, for TLS.
enum TLSProxy {
    private static let nginx = "/usr/sbin/nginx"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: nginx)

    /// - Parameters:
    ///   - version: the only TLS version of the proxy, as nginx names it.
    ///   - test: gets the port of nginx.
    static func with(
        _ certificate: Certificate, version: String, to upstream: Int, _ test: (Int) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (reservation, port) = try reservedPort()
        defer { withExtendedLifetime(reservation) {} }
        let file = folder.appendingPathComponent("nginx.conf").path
        try configuration(certificate, version, port: port, upstream: upstream, folder: folder.path)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: nginx)
        process.arguments = ["-p", folder.path, "-e", "stderr", "-c", file]
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let serves = try await eventually { await isListening(port) || !process.isRunning }
        #expect(serves && process.isRunning, "nginx does not run")
        let result: Result<Void, any Error>
        do {
            result = .success(try await test(port))
        } catch {
            result = .failure(error)
        }
        // nginx inherits the signals that Swift's threads block, SIGTERM among them.
        kill(process.processIdentifier, SIGKILL)
        for await _ in ends {}
        try result.get()
    }

    private static func configuration(
        _ certificate: Certificate, _ version: String, port: Int, upstream: Int, folder: String
    ) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(folder)/\($0);" }.joined(separator: "\n")
        return """
            daemon off;
            master_process off;
            pid \(folder)/nginx.pid;
            events { worker_connections 64; }
            http {
                access_log off;
            \(temporary)
                server {
                    listen 127.0.0.1:\(port) ssl reuseport;
                    ssl_certificate \(certificate.file);
                    ssl_certificate_key \(certificate.keyFile);
                    ssl_protocols \(version);
                    ssl_ciphers ALL:@SECLEVEL=0;
                    location / { proxy_pass http://127.0.0.1:\(upstream); }
                }
            }
            """
    }

    /// A free port, and a socket that reserves it. Only a program that shares the port (SO_REUSEPORT) can listen there.
    private static func reservedPort() throws -> (FileHandle, port: Int) {
        let descriptor = LoopbackSocket.make()
        var isShared: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &isShared, socklen_t(MemoryLayout<Int32>.size))
        var address = LoopbackSocket.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReserved = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isReserved)
        let port = Int(UInt16(bigEndian: address.sin_port))
        return (FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), port)
    }

    private static func isListening(_ port: Int) async -> Bool {
        let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        try? await channel?.close()
        return channel != nil
    }
}
