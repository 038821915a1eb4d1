import Foundation
import Logging

extension LetterQueue {
    /// Queues a letter that tells of something that is done. Where that fails, the log says so: what is done is done.
    func notify(_ letter: Letter, at time: Date) async {
        do {
            try await add([letter], event: nil, at: time)
        } catch {
            Logger(label: "portico").error(
                "a letter could not be queued",
                metadata: ["kind": "\(letter.kind)", "error": "\(String(reflecting: error))"])
        }
    }
}
