import PorticoHTML

/// The ways to add people, behind the plus sign of the list of people.
package struct NewPeoplePage: Presentable, Sendable {
    package let presentation = Presentation(style: .popover, source: "bar-add")
    package let presenter = SitePath.people

    package init() {}

    package func title(in language: String) -> String { Strings(language: language).addPeople }

    func group(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "new-people",
            cells: [
                link("add", t.addPerson, .addPerson), link("invite", t.invitePerson, .invitePerson),
                link("import", t.importPeople, .importPeople),
            ])
    }

    private func link(_ id: String, _ title: String, _ path: SitePath) -> Cell {
        .link(LinkCell(id: id, title: title, path: path, opening: .replaces(as: .formSheet)))
    }
}
