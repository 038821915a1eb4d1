import Foundation
import PorticoHTML

/// The gallery of components: each in all its states, with its code and tokens, in the chosen look.
package struct ComponentsPage: Sendable {
    /// A direction, an appearance and a text size, from the query of the page.
    package struct Look: Hashable, Sendable {
        package var direction: String?
        package var appearance: String?
        package var textSize: String?

        /// Ignores values that the page does not offer.
        package init(direction: String = "", appearance: String = "", textSize: String = "") {
            self.direction = Self.directions.contains(direction) ? direction : nil
            self.appearance = Self.appearances.contains(appearance) ? appearance : nil
            self.textSize = Self.textSizes.contains(textSize) ? textSize : nil
        }

        static let directions = ["ltr", "rtl"]
        static let appearances = ["light", "dark"]
        static let textSizes = ["XS", "S", "M", "L", "XL", "XXL", "XXXL"]
    }

    /// The path of the page itself, for links without another target.
    package var path: SitePath
    /// The account that the page is rendered for.
    package var account: String
    package var now: Date
    package var look: Look
    /// The style sheet of the gallery.
    package var style: SitePath
    /// Links to the pages that show the remaining components.
    package var others: [LinkCell]

    package init(
        path: SitePath, account: String, now: Date, look: Look = Look(), style: SitePath, others: [LinkCell] = []
    ) {
        self.path = path
        self.account = account
        self.now = now
        self.look = look
        self.style = style
        self.others = others
    }

    /// Every component with a sample.
    var families: [ComponentFamily] {
        [
            ComponentFamily(title: "Rows", components: rowSamples),
            ComponentFamily(title: "Tables and lists", components: listSamples),
            ComponentFamily(title: "Values", components: valueSamples),
            ComponentFamily(title: "Cards", components: cardSamples),
            ComponentFamily(title: "Navigation", components: navigationSamples),
            ComponentFamily(title: "Forms", components: formSamples),
            ComponentFamily(title: "Messages and progress", components: messageSamples),
        ]
    }

    var switches: [Tabs] {
        [
            Tabs(
                id: "appearances", label: "Appearance",
                tabs: [tab("As in the settings", \.appearance, nil)]
                    + Look.appearances.map { tab($0 == "dark" ? "Dark" : "Light", \.appearance, $0) }),
            Tabs(
                id: "directions", label: "Direction",
                tabs: [tab("As the language", \.direction, nil)]
                    + Look.directions.map { tab($0 == "rtl" ? "Right to left" : "Left to right", \.direction, $0) }),
            Tabs(
                id: "text-sizes", label: "Text size",
                tabs: [tab("As in the settings", \.textSize, nil)] + Look.textSizes.map { tab($0, \.textSize, $0) }),
        ]
    }

    private func tab(_ title: String, _ part: WritableKeyPath<Look, String?>, _ value: String?) -> Tabs.Tab {
        var other = look
        other[keyPath: part] = value
        let query = [("appearance", other.appearance), ("direction", other.direction), ("size", other.textSize)]
            .compactMap { name, value in value.map { (name, $0) } }
        return Tabs.Tab(title: title, path: path.adding(query: query), isCurrent: look[keyPath: part] == value)
    }
}

/// A link from the contents to a component.
struct ContentsLink: HTMLRenderable {
    let component: ComponentSamples

    func render(into html: inout HTMLWriter) {
        html.markup("<a class=\"link\" href=\"#")
        html.attribute(component.id)
        html.markup("\">")
        html.text(component.component)
        html.markup("</a>")
    }
}
