import PorticoHTML

/// A component in its states, for the gallery and docs/components.md. `Scripts/component-samples` reads the code of the
/// samples, and reports the components without any.
struct ComponentSamples: Sendable {
    /// The name of the type, or of the class of elements.
    let component: String
    let samples: [Sample]

    init(_ component: String, _ samples: [Sample]) {
        self.component = component
        self.samples = samples
    }

    /// One state of a component.
    struct Sample: Sendable {
        /// A state of controls that otherwise needs a pointer or a key.
        enum Shown: String, Sendable {
            case hover, active
            case focus = "focus-visible"
        }

        let state: String
        /// Controls are shown in this state; nil for that of the person.
        let shown: Shown?
        let content: any HTMLRenderable

        init(_ state: String, shown: Shown? = nil, _ content: any HTMLRenderable) {
            self.state = state
            self.shown = shown
            self.content = content
        }
    }

    var id: String { "component-\(component)" }
    /// The design tokens that the style of the component uses.
    var tokens: [String] { Self.tokens[component] ?? [] }

    /// The code of a sample; nil for a state of controls, whose code is that of another sample.
    func code(_ sample: Sample) -> String? { sample.shown == nil ? Self.code["\(component), \(sample.state)"] : nil }
}

/// The samples of one kind of components.
struct ComponentFamily: Sendable {
    let title: String
    let components: [ComponentSamples]
}
