import PorticoHTML

/// Adds people from a CSV file: the choice of the file, then a preview of the effects.
package struct ImportPeoplePage: Presentable, Sendable {
    /// The step that the page shows.
    package enum Step: Sendable {
        /// The choice of the file, with the reason why the last file was refused.
        case choice(ImportFileProblem?)
        case preview(ImportPreview)
    }

    /// The account that the page is rendered for.
    package var account: String
    package var step: Step

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.people
    static let formID = "import-form"
    private static let types = ".csv,.tsv,.txt,text/csv"

    package init(account: String, step: Step = .choice(nil)) {
        self.account = account
        self.step = step
    }

    package func title(in language: String) -> String { Strings(language: language).importPeople }

    func field(_ problem: ImportFileProblem?, _ t: Strings) -> Field {
        Field(
            id: "file", kind: .file(accepting: Self.types), label: t.importPeopleFile,
            hint: t.importPeopleHint, problem: problem?.sentence(t), isAutofocused: problem != nil)
    }

    func otherField(_ t: Strings) -> Field {
        Field(id: "file", kind: .file(accepting: Self.types), label: t.importOtherFile, hint: t.importPeopleHint)
    }
}

/// The effects that an import would have.
package struct ImportPreview: Sendable {
    /// A person that would be added.
    package struct Person: Sendable {
        package var username: String
        package var name: String
        package var email: String
        package var isAdministrator: Bool

        package init(username: String, name: String, email: String, isAdministrator: Bool) {
            self.username = username
            self.name = name
            self.email = email
            self.isAdministrator = isAdministrator
        }
    }

    /// A row that would be refused.
    package struct Refusal: Sendable {
        /// The line in the file, from 1.
        package var line: Int
        package var reason: ImportRefusal

        package init(line: Int, reason: ImportRefusal) {
            self.line = line
            self.reason = reason
        }
    }

    /// The first of the people that would be added, at most ``shown``.
    package var people: [Person]
    /// The number of people that would be added.
    package var count: Int
    /// The number of people among them who bring a password.
    package var withPassword: Int
    /// The first refusals, at most ``shown``.
    package var refusals: [Refusal]
    /// The number of rows that would be refused.
    package var refusedRows: Int
    /// The content of the file in base64, for the confirmation form.
    package var content: String

    /// The maximum number of rows in each list.
    package static let shown = 50

    package init(
        people: [Person], count: Int, withPassword: Int = 0, refusals: [Refusal], refusedRows: Int, content: String
    ) {
        self.people = people
        self.count = count
        self.withPassword = withPassword
        self.refusals = refusals
        self.refusedRows = refusedRows
        self.content = content
    }

    /// The refused lines with all their reasons, in the order of the file.
    private var refusedLines: [(line: Int, reasons: [ImportRefusal])] {
        var lines: [(line: Int, reasons: [ImportRefusal])] = []
        for refusal in refusals {
            if lines.last?.line == refusal.line {
                lines[lines.count - 1].reasons.append(refusal.reason)
            } else {
                lines.append((refusal.line, [refusal.reason]))
            }
        }
        return lines
    }

    /// The problems, then the people that would be added.
    func groups(_ t: Strings) -> CellGroups {
        let refused = refusedLines.map { line, reasons in
            Cell.detail(
                DetailCell(
                    id: "refused-\(line)", title: t.importLine(line),
                    subtitle: reasons.map { $0.sentence(t) }.joined(separator: "\n"), value: .text("")))
        }
        let added = people.enumerated().map { index, person in
            Cell.detail(
                DetailCell(
                    id: "added-\(index)", title: ReaderFormat(t).isolated(person.name),
                    subtitle: ReaderFormat(t).facts([person.username, person.email]),
                    value: .text(person.isAdministrator ? t.administrator : "")))
        }
        return CellGroups([
            CellGroup(
                id: "import-refused", header: t.importRefused(refusedRows),
                footer: refused.count < refusedRows ? t.importFirst(refused.count) : nil, cells: refused),
            CellGroup(
                id: "import-added", header: t.importAdds(count),
                footer: count <= people.count ? nil : t.importFirst(people.count), cells: added),
        ])
    }

    /// The people who keep their passwords, and the mails to all others.
    func consequences(_ t: Strings) -> String {
        guard withPassword > 0 else { return t.importConsequence }
        return withPassword == count
            ? t.importWithPassword(withPassword) : t.importWithPassword(withPassword) + " " + t.importConsequenceSome
    }

    /// The button, with the number of all people in the file if some are refused.
    func run(_ t: Strings) -> String {
        refusedRows == 0
            ? t.importRun(count) : t.importRunPart(ReaderFormat(t).number(count), count + refusedRows)
    }
}

/// The reason why a whole import file is refused.
package enum ImportFileProblem: Hashable, Sendable {
    case missing
    case tooLarge
    /// It has no header line.
    case empty
    /// Its header line is not comma-separated text in UTF-8.
    case unreadable
    case columnMissing(String)
    case columnUnknown(String)
    case columnTwice(String)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .missing: t.importFileMissing
        case .tooLarge: t.importFileTooLarge
        case .empty: t.importFileEmpty
        case .unreadable: t.importFileUnreadable
        case .columnMissing(let name): t.importColumnMissing(name)
        case .columnUnknown(let name): t.importColumnUnknown(name)
        case .columnTwice(let name): t.importColumnTwice(name)
        }
    }
}

/// The reason why a row of an import file is refused.
package enum ImportRefusal: Hashable, Sendable {
    /// It is not comma-separated text in UTF-8.
    case unreadable
    case columns(count: Int, expected: Int)
    case account(SetupProblem)
    case emailMissing
    case passwordHashUnknown
    case passwordHashCostly
    case administratorInvalid
    case groupInvalid(String)
    /// The row on this line has the same user name.
    case repeatsUsername(line: Int)
    /// The row on this line has the same address.
    case repeatsEmail(line: Int)

    func sentence(_ t: Strings) -> String {
        switch self {
        case .unreadable: t.importRowUnreadable
        case .columns(_, let expected): t.importRowColumns(expected)
        case .account(let problem): problem.sentenceOfRow(t)
        case .emailMissing: t.importRowEmailMissing
        case .passwordHashUnknown: t.importRowPasswordHashUnknown
        case .passwordHashCostly: t.importRowPasswordHashCostly
        case .administratorInvalid: t.importRowAdministrator
        case .groupInvalid(let name): t.groupInvalid(name)
        case .repeatsUsername(let line): t.importRowRepeatsUsername(line)
        case .repeatsEmail(let line): t.importRowRepeatsEmail(line)
        }
    }
}

extension SetupProblem {
    /// The problem as a fact about a row of a file, where the sentence of a form would tell the reader to enter something.
    fileprivate func sentenceOfRow(_ t: Strings) -> String {
        switch self {
        case .nameMissing: t.importRowNameMissing
        case .usernameMissing: t.importRowUsernameMissing
        case .usernameInvalid: t.importRowUsernameInvalid
        case .usernameTaken: t.importRowUsernameTaken
        case .emailMissing: t.importRowEmailMissing
        case .emailInvalid: t.importRowEmailInvalid
        case .emailTaken: t.importRowEmailTaken
        case .nameTooLong: t.importRowNameTooLong
        case .usernameNotEmail, .emailOrPasswordMissing, .password: sentence(t)
        }
    }
}
