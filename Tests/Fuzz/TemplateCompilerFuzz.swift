// Scripts/fuzz compiles this with the sources of the template compiler into a libFuzzer program. It searches for bytes
// that reach new code. A trap, a hang or too much memory ends it, and it stores the bytes in a file.
import Foundation

/// - Parameter data: the first byte selects the catalogue or the template compiler; the others are the file.
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
