import PorticoHTML

/// Fields of every kind and in every state, for the gallery of components. docs/components.md has parts of it.
package struct FieldSamples: Sendable {
    /// The path to which the forms are posted.
    package var path: SitePath
    /// The account that the page is rendered for.
    package var account: String

    package init(path: SitePath, account: String) {
        self.path = path
        self.account = account
    }

    /// The content of the fields.
    private var input: FormInput {
        FormInput(values: [
            "arrival": "2026-12-05", "opens": "09:30", "lecture": "2026-12-05T18:00", "issue": "2026-11",
            "cover-color": "#0a5bd6", "weight": "0.5", "copies": "2", "binding": "cloth", "shelf": "poetry",
            "wrapped": "on", "blurb": "Handsome, clever, and rich.",
        ])
    }

    /// Text of one line.
    var lines: [Field] {
        [
            Field(id: "book-title", kind: .text, label: "Title", input: input, hint: "As on the cover of the book."),
            Field(id: "book-search", kind: .search, label: "Search", input: input, isRequired: false),
            Field(id: "reader-name", kind: .name, label: "Name", input: input),
            Field(id: "reader-email", kind: .email, label: "Email address", input: input),
            Field(id: "reader-phone", kind: .telephone, label: "Telephone", input: input, isRequired: false),
            Field(id: "reader-site", kind: .url, label: "Website", input: input, isRequired: false),
            Field(
                id: "postcode", kind: .text.withAutocomplete("postal-code").withInputMode("numeric"),
                label: "Postcode", input: input),
            Field(
                id: "isbn", kind: .text(matching: "97[89][0-9]{10}", otherwise: "Enter the 13 digits of the ISBN."),
                label: "ISBN", input: input),
            Field(id: "old-password", kind: .currentPassword, label: "Current password", input: input),
            Field(id: "new-password", kind: .newPassword, label: "New password", input: input),
        ]
    }

    /// Numbers, times and colours.
    var values: [Field] {
        [
            Field(id: "copies", kind: .integer(in: 1...20), label: "Copies", input: input),
            Field(id: "weight", kind: .number(in: 0...30, step: 0.1, unit: "kg"), label: "Weight", input: input),
            Field(id: "arrival", kind: .date, label: "Arrival", input: input),
            Field(id: "opens", kind: .time, label: "Opens at", input: input),
            Field(id: "lecture", kind: .dateAndTime, label: "Lecture", input: input),
            Field(id: "issue", kind: .month, label: "Issue", input: input),
            Field(id: "cover-color", kind: .color(usual: "#ffcc00"), label: "Colour of the cover", input: input),
        ]
    }

    /// Text of several lines, choices and files.
    var choices: [Field] {
        [
            Field(id: "blurb", kind: .multiline(rows: 3), label: "Blurb", input: input, limit: 200),
            Field(
                id: "shelf",
                kind: .select(groups: [
                    Field.OptionGroup(title: "", options: [Field.Option(value: "", title: "None")]),
                    Field.OptionGroup(
                        title: "Literature",
                        options: [
                            Field.Option(value: "novels", title: "Novels"),
                            Field.Option(value: "poetry", title: "Poetry"),
                        ]),
                    Field.OptionGroup(
                        title: "Knowledge", options: [Field.Option(value: "history", title: "History")]),
                ]),
                label: "Shelf", input: input),
            Field(
                id: "binding",
                kind: .radios([
                    Field.Option(value: "paper", title: "Paperback"), Field.Option(value: "cloth", title: "Cloth"),
                ]),
                label: "Binding", input: input),
            Field(id: "wrapped", kind: .check, label: "Wrap as a gift", input: input, isRequired: false),
            Field(
                id: "cover-picture", kind: .file(accepting: "image/png"), label: "Picture of the cover", input: input,
                hint: "A PNG."),
        ]
    }

    /// Refused fields, with the problem in the words of each kind.
    var refused: [Field] {
        var input = FormInput(values: ["no-copies": "200", "no-email": "ada@", "no-shelf": "", "no-color": "blue"])
        for field in ["no-title", "no-shelf", "no-terms"] { input.refuse(missing: field) }
        for field in ["no-copies", "no-email", "no-color", "no-day"] { input.refuse(invalid: field) }
        input.refuse("no-blurb", "A blurb has no addresses of websites.")
        return [
            Field(id: "no-title", kind: .text, label: "Title", input: input),
            Field(id: "no-copies", kind: .integer(in: 1...20), label: "Copies", input: input),
            Field(id: "no-email", kind: .email, label: "Email address", input: input),
            Field(id: "no-day", kind: .date, label: "Arrival", input: input),
            Field(id: "no-color", kind: .color, label: "Colour of the cover", input: input),
            Field(id: "no-blurb", kind: .multiline(rows: 3), label: "Blurb", input: input),
            Field(
                id: "no-shelf",
                kind: .select([
                    Field.Option(value: "", title: "Choose a shelf"), Field.Option(value: "novels", title: "Novels"),
                ]),
                label: "Shelf", input: input),
            Field(id: "no-terms", kind: .check, label: "I have read the terms", input: input),
        ].map { field in
            var field = field
            field.isAutofocused = false
            return field
        }
    }

    /// Fields that cannot be changed.
    var disabled: [Field] {
        let input = FormInput(values: ["fixed-title": "Emma", "fixed-shelf": "novels", "fixed-terms": "on"])
        return [
            Field(id: "fixed-title", kind: .text, label: "Title", input: input, isDisabled: true),
            Field(
                id: "fixed-shelf", kind: .select([Field.Option(value: "novels", title: "Novels")]), label: "Shelf",
                input: input, isDisabled: true),
            Field(id: "fixed-terms", kind: .check, label: "I have read the terms", input: input, isDisabled: true),
        ]
    }

    /// A field whose saved value somebody has changed meanwhile.
    var conflict: Field {
        Field(
            id: "both-title", kind: .text, label: "Title", value: "Emma, a novel",
            conflict: .changed(theirs: ["both-title": "Emma"]))
    }
}
