extension Starter {
    var application: String {
        #"""
        import Portico

        @main
        struct \#(name.module): PorticoApplication {
            let notes = NoteList()

            func addPages(to main: inout MainSection) {
                main.home(title: "\#(name.title)") { _, _ in NotesPage(notes: await notes.all) }
                main.page("/notes/new") { _, context in NewNotePage(account: "\(context.account.id)", input: FormInput()) }
                main.routes { [live = main.live] routes, pages in
                    routes.post("notes") { request, context in
                        do {
                            let form = try await context.form(NoteForm.self)
                            await notes.add(form.text, by: context.account.name)
                        } catch let refusal as FormRefusal {
                            let page = NewNotePage(account: "\(context.account.id)", input: refusal.input)
                            return try await pages.response(
                                page, at: "/notes/new", to: request, context, status: .unprocessableContent)
                        }
                        // Open pages with a region of this name show the note at once.
                        live.changed("notes", for: .everyone)
                        context.toast("Added")
                        return .dismissed(to: "/", for: request)
                    }
                }
            }
        }

        """#
    }

    static let noteList = """
        struct Note: Sendable {
            let number: Int
            let text: String
            let author: String
        }

        /// All notes, in memory until the server stops. Replace it by your database.
        actor NoteList {
            private(set) var all: [Note] = []

            func add(_ text: String, by author: String) {
                all.append(Note(number: all.count + 1, text: text, author: author))
            }
        }

        """

    static let pages = #"""
        import Portico

        /// The home: all notes, and a link to the form of a new one. The template of a page has its name.
        struct NotesPage: Sendable {
            let notes: [Note]

            var groups: [CellGroup] {
                let cells = notes.map { note in
                    Cell.detail(DetailCell(id: "note-\(note.number)", title: note.text, value: .text(note.author)))
                }
                let add = LinkCell(id: "add", title: "Add a note", path: "/notes/new", opening: .presents(as: .formSheet))
                return [
                    CellGroup(id: "notes", header: "Notes", cells: cells, empty: "No notes yet.", config: "notes"),
                    CellGroup(id: "actions", cells: [.link(add)]),
                ]
            }
        }

        /// The form of a new note, a sheet over the home.
        struct NewNotePage: Presentable, Sendable {
            let account: String
            let input: FormInput
            let action: SitePath = "/notes"
            let presentation = Presentation(style: .formSheet)
            let presenter: SitePath = "/"

            func title(in language: String) -> String { "New note" }
        }

        /// The fields of the form, and the rules that their types do not express.
        struct NoteForm: ValidatedForm {
            static let longestText = 100

            let text: String

            func validate(_ input: inout FormInput) {
                input.refuse("text", longerThan: Self.longestText)
            }
        }

        """#

    static let notesTemplate = """
        {{ groups }}

        """

    static let newNoteTemplate = """
        {{ Bar(title: title(in: html.language), leading: .dismiss, trailing: .save(form: "note", title: "Add")) }}
        <div class="page">
        {{ PageMessage() }}
        <form class="fields" id="note" method="post" action="{{ action }}" data-portico-guard data-portico-validate>
        <input type="hidden" name="account" value="{{ account }}">
        {{ Field(id: "text", kind: .text, label: "Note", input: input, isLast: true, limit: NoteForm.longestText) }}
        </form>
        </div>
        {{ UnsavedQuestion() }}

        """

    var tests: String {
        #"""
        import PorticoTesting
        import Testing

        @testable import \#(name.module)

        @Suite("Notes")
        struct NotesTests {
            @Test("are added by the form, and announced by a toast")
            func add() async throws {
                try await TestServer.run(\#(name.module)()) { server in
                    let ada = try await server.signIn("ada")
                    let form = try await ada.get("/notes/new")
                    let answer = try await ada.submit("note", on: form, ["text": "Buy milk"])
                    let home = try await ada.follow(answer)
                    #expect(home.toasts.map(\.text) == ["Added"])
                    #expect(try home.element("note-1").text == "Buy milk ada")
                }
            }

            @Test("are refused with a reason if they are too long")
            func tooLong() async throws {
                try await TestServer.run(\#(name.module)()) { server in
                    let ada = try await server.signIn("ada")
                    let form = try await ada.get("/notes/new")
                    let text = String(repeating: "a", count: NoteForm.longestText + 1)
                    let answer = try await ada.submit("note", on: form, ["text": text])
                    let refused = try await ada.follow(answer)
                    #expect(try !refused.element("text-problem").text.isEmpty)
                    #expect(try refused.element("text")["value"] == text)
                }
            }
        }

        """#
    }
}
