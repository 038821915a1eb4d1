/// Handles the data and lines of a transfer. Called on the transfer thread until the transfer has ended.
package protocol TransferDelegate: AnyObject, Sendable {
    /// Copies the next bytes to send into `target`.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int

    /// Called for each sent command or header line.
    func sent(_ line: Substring)
    /// Called after content was sent.
    func sentContent()
    /// Called for each received reply line, header line or trailer.
    ///
    /// - Returns: false to end the transfer; ignored in uploads.
    func received(_ line: Substring) -> Bool
    /// Called for each received part of the content.
    ///
    /// - Returns: false to end the transfer.
    func received(_ bytes: UnsafeRawBufferPointer) -> Bool
}

extension TransferDelegate {
    package func read(into target: UnsafeMutableRawBufferPointer) -> Int { 0 }
    package func sent(_ line: Substring) {}
    package func sentContent() {}
    package func received(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
}
