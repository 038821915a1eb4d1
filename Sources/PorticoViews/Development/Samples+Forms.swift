import PorticoConfig
import PorticoHTML

extension ComponentsPage {
    /// Fields, choices and buttons.
    var formSamples: [ComponentSamples] {
        [
            ComponentSamples(
                "Field",
                [
                    .init(
                        "Default", Field(id: "title", kind: .text, label: "Title", hint: "As on the cover of the book.")
                    ),
                    .init("Focus", shown: .focus, Field(id: "focused", kind: .text, label: "Title")),
                    .init("Every kind and state", FieldSamples(path: path, account: account)),
                ]),
            ComponentSamples(
                "ChoiceGroup",
                [
                    .init(
                        "Default",
                        ChoiceGroup(
                            name: "branch", header: "Branch",
                            choices: [
                                ChoiceGroup.Choice(value: "london", title: "London"),
                                ChoiceGroup.Choice(value: "oxford", title: "Oxford"),
                            ],
                            selection: "london"))
                ]),
            ComponentSamples("Form", [.init("Default", FormSample(path: path, account: account))]),
            ComponentSamples(
                "Button",
                [
                    .init("Default", ButtonSample()),
                    .init("Hover", shown: .hover, ButtonSample()),
                    .init("Pressed", shown: .active, ButtonSample()),
                    .init("Focus", shown: .focus, ButtonSample()),
                    .init("Disabled", DisabledButtonSample()),
                    .init("Plain", PlainButtonSample(path: path)),
                    .init("Long text", LongButtonSample()),
                ]),
        ]
    }
}

/// A form that is sent to `path`.
struct FormSample: Sendable {
    let path: SitePath
    let account: String
}

/// A button.
struct ButtonSample: Sendable {}
/// A button that cannot be pressed.
struct DisabledButtonSample: Sendable {}
/// A button and a link that stand back.
struct PlainButtonSample: Sendable {
    let path: SitePath
}
/// A button whose text has two lines.
struct LongButtonSample: Sendable {}
