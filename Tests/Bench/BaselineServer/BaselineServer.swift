import Foundation
import Hummingbird
import NIOCore

/// The baseline of the benchmark: one Hummingbird route that returns the bytes of a file, ready-made, with no other
/// work.
///
/// Usage: `BaselineServer PORT FILE`
@main
struct BaselineServer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[1]) else {
            FileHandle.standardError.write(Data("usage: BaselineServer PORT FILE\n".utf8))
            exit(2)
        }
        let bytes = ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: bytes))
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}
