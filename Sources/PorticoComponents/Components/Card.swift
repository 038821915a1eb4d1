import PorticoHTML

/// A summary of one thing: a title, a large value, a sentence and a state. With a path, the whole card is a link.
public struct Card: Sendable {
    public var id: String
    public var title: String
    /// A short value in large type, such as "12".
    public var value: String?
    /// A sentence below the value.
    public var text: String?
    public var badge: Badge?
    /// The page that the card leads to; nil for a card that is no link.
    public var path: SitePath?
    /// Whether it presents its page over the current one.
    public var presents: Bool
    /// The style of the presented page, used while it loads.
    public var style: Presentation.Style

    public init(
        id: String, title: String, value: String? = nil, text: String? = nil, badge: Badge? = nil,
        path: SitePath? = nil, presents: Bool = false, style: Presentation.Style = .automatic
    ) {
        self.id = id
        self.title = title
        self.value = value
        self.text = text
        self.badge = badge
        self.path = path
        self.presents = presents
        self.style = style
    }
}

/// Cards beside each other, as many in a line as there is room for.
public struct CardGroup: Sendable {
    public var id: String
    public var header: String?
    public var cards: [Card]
    /// The configuration keys the cards show, separated by spaces; a change of one of them refreshes the group.
    public var config: String?

    public init(id: String, header: String? = nil, cards: [Card], config: String? = nil) {
        self.id = id
        self.header = header
        self.cards = cards
        self.config = config
    }
}
