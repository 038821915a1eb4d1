import Foundation
import PorticoHTML

/// The gallery of components: an example of each, as docs/components.md shows it.
package struct ComponentsPage: Sendable {
    /// The path of the page itself, for links without another target.
    package var path: SitePath
    /// The account that the page is rendered for.
    package var account: String
    package var now: Date

    package init(path: SitePath, account: String, now: Date) {
        self.path = path
        self.account = account
        self.now = now
    }

    private var ordered: Date { now.addingTimeInterval(-7 * 60) }

    /// Rows with information.
    var details: CellGroup {
        CellGroup(
            id: "details", header: "Order 12", footer: "A footer explains the group above it.",
            cells: [
                .detail(DetailCell(id: "customer", title: "Customer", value: .text("Ada Lovelace"))),
                .detail(DetailCell(id: "book", title: "Book", subtitle: "Two copies", value: .text("Emma"))),
                .detail(DetailCell(id: "ordered", title: "Ordered", value: .ago(ordered, now: now))),
                .detail(DetailCell(id: "delivery", title: "Delivery", value: .duration(.seconds(5400)))),
            ])
    }

    /// Rows with links: over this page, to another page, or further inside a presented page (`.navigates`).
    var links: CellGroup {
        CellGroup(
            id: "links", header: "Links",
            cells: [
                .link(LinkCell(id: "edit", title: "Edit order", path: path, opening: .presents)),
                .link(LinkCell(id: "books", title: "Books", subtitle: "All branches", value: "1 204", path: path)),
            ])
    }

    /// Rows with actions: a switch, and forms whose button fills the row.
    var actions: CellGroup {
        CellGroup(
            id: "actions", header: "Switches and actions",
            cells: [
                .toggle(
                    ToggleCell(id: "gift", title: "Wrap as a gift", isOn: true, action: path, account: account)),
                .action(ActionCell(id: "send", title: "Send now", action: path, fields: [("account", account)])),
                .action(
                    ActionCell(
                        id: "cancel", title: "Cancel order", action: path, fields: [("account", account)],
                        isDestructive: true)),
            ])
    }

    /// Radio buttons.
    var choices: ChoiceGroup {
        ChoiceGroup(
            name: "branch", header: "Branch",
            choices: [
                ChoiceGroup.Choice(value: "london", title: "London"),
                ChoiceGroup.Choice(value: "oxford", title: "Oxford"),
            ],
            selection: "london")
    }

    /// A message about the whole page.
    var banner: Banner { Banner(id: "stock", text: "The stock is from last night.", config: "stock") }

    /// The input of a refused form, and the reason.
    var input: FormInput {
        var input = FormInput(values: ["title": "Emma", "quantity": "200"])
        input.refuse(invalid: "quantity")
        return input
    }

    /// Fields of every kind.
    var fields: FieldSamples { FieldSamples(path: path, account: account) }
}
