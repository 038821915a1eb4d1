import Foundation
import PorticoConfig

extension JSONValue {
    /// What is no JSON is a text.
    init(json: String) {
        self = (try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))) ?? .text(json)
    }

    /// A text as it is, anything else as JSON on one line.
    var line: String {
        if case .text(let text) = self { return text }
        return (try? JSONText.line(self)) ?? ""
    }
}
