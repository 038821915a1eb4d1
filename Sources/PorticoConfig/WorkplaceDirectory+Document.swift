extension WorkplaceDirectory {
    /// The JSON form of a directory in files and gateway responses.
    struct Document: Decodable {
        struct Factory: Decodable {
            var code, name: String
            var workshops: [Workshop]?
            var storehouses: [Place]?
        }

        struct Workshop: Decodable {
            var code, name: String
            var productionLines: [Place]?
        }

        struct Place: Decodable {
            var code, name: String
        }

        var factories: [Factory]

        /// All workplaces with their paths in the document, parents before children.
        var workplaces: [(workplace: Workplace, field: String)] {
            factories.enumerated().flatMap { index, factory in factory.workplaces(at: "factories[\(index)]") }
        }
    }
}

extension WorkplaceDirectory.Document.Factory {
    fileprivate func workplaces(at field: String) -> [(workplace: Workplace, field: String)] {
        let own = Workplace(.factory, code: code, name: name.withoutTrickyMarks, parent: nil)
        let workshops = (workshops ?? []).enumerated().flatMap { index, workshop in
            workshop.workplaces(in: code, at: "\(field).workshops[\(index)]")
        }
        return [(own, field)] + workshops
            + storehouses.workplaces(.storehouse, in: code, at: "\(field).storehouses")
    }
}

extension WorkplaceDirectory.Document.Workshop {
    fileprivate func workplaces(in factory: String, at field: String) -> [(workplace: Workplace, field: String)] {
        [(Workplace(.workshop, code: code, name: name.withoutTrickyMarks, parent: factory), field)]
            + productionLines.workplaces(.productionLine, in: code, at: "\(field).productionLines")
    }
}

extension [WorkplaceDirectory.Document.Place]? {
    fileprivate func workplaces(
        _ kind: Workplace.Kind, in parent: String, at field: String
    ) -> [(workplace: Workplace, field: String)] {
        (self ?? []).enumerated().map { index, place in
            (
                Workplace(kind, code: place.code, name: place.name.withoutTrickyMarks, parent: parent),
                "\(field)[\(index)]"
            )
        }
    }
}
