import PorticoConfig

/// The output for a workplace.
struct WorkplaceValue: Encodable {
    let kind: String
    let code: String
    let name: String
    /// The code of the parent.
    let parent: String?

    init(_ workplace: Workplace) {
        kind = workplace.kind.rawValue
        code = workplace.code
        name = workplace.name
        parent = workplace.parent
    }

    static let columns = ["KIND", "CODE", "NAME", "PART OF"]

    var cells: [String] { [kind, code, name, parent ?? ""] }
}

/// The output of `workplaces import`.
struct WorkplaceImportValue: Encodable {
    let server: String
    var factories = 0
    var workshops = 0
    var productionLines = 0
    var storehouses = 0
    /// The reason if nothing was imported.
    var problem: String?

    init(_ directory: WorkplaceDirectory, on server: ServerID) {
        self.server = server.rawValue
        let counts = Dictionary(directory.workplaces.map { ($0.kind, 1) }, uniquingKeysWith: +)
        factories = counts[.factory] ?? 0
        workshops = counts[.workshop] ?? 0
        productionLines = counts[.productionLine] ?? 0
        storehouses = counts[.storehouse] ?? 0
    }

    init(refused problem: WorkplaceProblem, on server: ServerID) {
        self.server = server.rawValue
        self.problem = problem.message
    }

    var text: String {
        let counts = [
            factories.of("factory", "factories"), workshops.of("workshop"), productionLines.of("production line"),
            storehouses.of("storehouse"),
        ]
        return "imported \(counts.joined(separator: ", "))"
    }
}
