import PorticoHTML

extension ComponentsPage {
    /// Sentences about a page or a field, and the progress of work.
    var messageSamples: [ComponentSamples] {
        [
            ComponentSamples(
                "Banner",
                [.init("Default", Banner(id: "stock-banner", text: "The stock is from last night.", config: "stock"))]),
            ComponentSamples("PageMessage", [.init("Conflict", PageMessage(.changed(theirs: [:])))]),
            ComponentSamples("Notice", [.init("Default", NoticeSample())]),
            ComponentSamples("ActivityIndicator", [.init("Default", ActivityIndicator())]),
            ComponentSamples(
                "ProgressBar",
                [
                    .init(
                        "Default", ProgressBar(id: "import", label: "Importing books", value: 0.4, text: "400 of 1,000")
                    ),
                    .init("Unknown", ProgressBar(id: "search", label: "Searching")),
                    .init("Done", ProgressBar(id: "export", label: "Exporting", value: 1)),
                ]),
        ]
    }
}

/// Sentences with the classes of messages.
struct NoticeSample: Sendable {}
