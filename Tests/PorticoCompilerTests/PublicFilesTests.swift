import Testing

@testable import PorticoCompiler

@Suite("Public files in templates")
struct PublicFilesTests {
    private func problems(in template: String, files: Set<String> = ["shop.css", "img/logo.svg"]) -> [String] {
        var compiler = TemplateCompiler(
            SourceText(file: "Page.html", text: template), name: "Page", hasStrings: false, publicFiles: files)
        do {
            _ = try compiler.compile()
            return []
        } catch {
            return error.diagnostics.map { "\($0.location.line):\($0.location.column): \($0.message)" }
        }
    }

    @Test("are named by existing files")
    func known() {
        #expect(problems(in: #"<img src="{{ asset("img/logo.svg") }}" alt="">"#) == [])
        #expect(problems(in: #"<p>{{ other.asset("none") }} {{ "asset(" }} {{ myasset("none") }}</p>"#) == [])
    }

    @Test("that do not exist are errors at their places")
    func unknown() {
        #expect(
            problems(in: "<p>\n" + #"<img src="{{ asset("logo.svg") }}" alt=""></p>"#) == [
                "2:14: the target's folder Public has no file logo.svg: correct the name, or add the file"
            ])
        #expect(
            problems(in: #"{% if isOld %}<img src="{{ old ? asset("a.png") : asset( "shop.css" ) }}" alt="">{% end %}"#)
                == [
                    "1:34: the target's folder Public has no file a.png: correct the name, or add the file"
                ])
        #expect(
            problems(in: #"<img src="{{ asset("a.png") }}" alt="">"#, files: []) == [
                "1:14: the target has no public files: add a.png to its folder Public, and the plugin PorticoPlugin"
            ])
    }

    @Test("are named by text that the compiler can check")
    func computed() {
        for argument in ["name", #""a\(n).png""#, ""] {
            #expect(
                problems(in: #"<img src="{{ asset(\#(argument)) }}" alt="">"#) == [
                    #"1:14: asset() takes the name of a public file as text: write asset("NAME")"#
                ])
        }
    }
}
