/// What is said in a transfer. Called on the thread of the transfers, until the transfer has ended.
public protocol TransferDelegate: AnyObject, Sendable {
    /// Copies the next bytes to send; how many, and 0 at their end.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int

    /// A line that was sent.
    func sent(_ line: Substring)
    /// A part of the content was sent.
    func sentContent()
    /// A line that came before the content of the answer. Where it returns false, the transfer ends.
    func received(_ line: Substring) -> Bool
    /// A part of the answer's content. Where it returns false, the transfer ends.
    func received(_ bytes: UnsafeRawBufferPointer) -> Bool
}

extension TransferDelegate {
    public func read(into target: UnsafeMutableRawBufferPointer) -> Int { 0 }
    public func sent(_ line: Substring) {}
    public func sentContent() {}
    public func received(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
}
