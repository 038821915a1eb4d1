// Compiled by Scripts/fuzz with the sources of the template compiler: a program of libFuzzer, which looks for bytes that reach
// code that no bytes before have reached. A trap, a hang or too much memory ends it, with the bytes in a file.
import Foundation

/// - Parameter data: the first byte decides what is compiled; the others are the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: count)
    guard let first = bytes.first, let text = String(validating: bytes.dropFirst(), as: UTF8.self) else { return 0 }
    if first == UInt8(ascii: "{") {
        guard let catalogue = try? StringCatalogue(data: Data("{\(text)".utf8), file: "Localizable.xcstrings") else {
            return 0
        }
        _ = StringsEmitter(catalogue).swift
    } else {
        var compiler = TemplateCompiler(SourceText(file: "Page.html", text: text), name: "Page", hasStrings: true)
        _ = try? compiler.compile()
    }
    return 0
}
