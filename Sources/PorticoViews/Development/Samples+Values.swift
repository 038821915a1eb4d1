import Foundation
import PorticoHTML

extension ComponentsPage {
    /// Texts within rows and sentences.
    var valueSamples: [ComponentSamples] {
        [
            ComponentSamples("CellText", [.init("With a second line", CellText("Emma", "Two copies"))]),
            ComponentSamples("TimeText", [.init("Default", TimeText(now))]),
            ComponentSamples("TimeAgo", [.init("Default", TimeAgo(now.addingTimeInterval(-2 * 3600), now: now))]),
            ComponentSamples("DurationText", [.init("Default", DurationText(.seconds(5400)))]),
            ComponentSamples(
                "Badge",
                [
                    .init("Neutral", Badge("Draft")),
                    .init("Info", Badge("New", kind: .info)),
                    .init("Success", Badge("Paid", kind: .success)),
                    .init("Warning", Badge("Overdue", kind: .warning)),
                    .init("Failure", Badge("Refused", kind: .failure)),
                    .init("Long text", Badge("Waiting for the answer of the bank in another country", kind: .info)),
                ]),
            ComponentSamples(
                "Avatar", [.init("Two words", Avatar("Ada Lovelace")), .init("Another script", Avatar("王小明"))]),
            ComponentSamples("Icon", [.init("Default", Icon(.search)), .init("Another", Icon(.warning))]),
            ComponentSamples("Mark", [.init("Default", Mark())]),
            ComponentSamples(
                "QRCode",
                [.init("Default", QRCode("https://door.example/orders/12", label: "QR code of order 12"))]),
        ]
    }

    /// Cards.
    var cardSamples: [ComponentSamples] {
        [
            ComponentSamples(
                "CardGroup",
                [
                    .init(
                        "Default",
                        CardGroup(
                            id: "today", header: "Today",
                            cards: [
                                Card(
                                    id: "open-orders", title: "Open orders", value: "12", text: "3 are late.",
                                    path: path),
                                Card(id: "stock", title: "Stock", value: "1,204", text: "Books in all branches."),
                            ]))
                ]),
            ComponentSamples(
                "Card",
                [
                    .init(
                        "With a state",
                        CardGroup(
                            id: "state-cards",
                            cards: [
                                Card(
                                    id: "bill", title: "Bill 7", text: "Due on Friday.",
                                    badge: Badge("Open", kind: .warning), path: path)
                            ])),
                    .init(
                        "Hover", shown: .hover,
                        CardGroup(
                            id: "hover-cards",
                            cards: [Card(id: "hover-card", title: "Open orders", value: "12", path: path)])),
                    .init(
                        "Focus", shown: .focus,
                        CardGroup(
                            id: "focused-cards",
                            cards: [Card(id: "focused-card", title: "Open orders", value: "12", path: path)])),
                    .init(
                        "Long texts",
                        CardGroup(
                            id: "long-cards",
                            cards: [
                                Card(
                                    id: "long-card", title: "Orders that wait for a delivery from a publisher",
                                    value: "1,204,117",
                                    text: "Most of them are for one reader, who reads faster than we can order.")
                            ])),
                ]),
        ]
    }
}
