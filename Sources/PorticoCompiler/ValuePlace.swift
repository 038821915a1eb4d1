/// The context of a value, which determines its escaping.
enum ValuePlace: String, Sendable {
    case text
    case attribute
    case url
}

/// The reason why a value is not allowed at its position.
enum MisplacedValue: Error, Equatable {
    case tagName
    case attributeName
    case unquoted
    case markupAttribute(String)
    case sourceSet(String)
    case instruction(String)
    case animation(String)
    case mixedURL(String)
    case rawText(String)
    case comment
    case doctype

    var message: String {
        switch self {
        case .tagName: "a value cannot be the name of a tag: write the tags out and choose between them with {% if %}"
        case .attributeName:
            "a value cannot stand among the attributes of a tag: write name=\"{{ value }}\", or {% if flag %}name{% end %}"
        case .unquoted: "a value in an attribute needs quotes around it: write name=\"{{ value }}\""
        case .markupAttribute(let name):
            "a value cannot stand in '\(name)', which holds a whole document: load it by its address with 'src'"
        case .sourceSet(let name):
            "a value cannot stand in '\(name)', a list of addresses: use <source> elements or one 'src' with a SitePath"
        case .instruction(let name):
            "a value cannot stand in '\(name)' of a <meta> that instructs the browser: write <meta name=\"…\" content=\"{{ value }}\">, or set a header"
        case .animation(let name):
            "a value cannot stand in '\(name)' of an animation, which can change any attribute: write the animation out"
        case .mixedURL(let name):
            "'\(name)' holds an address, so the value must be all of it: build a SitePath in Swift and write \(name)=\"{{ path }}\""
        case .rawText(let element):
            "a value cannot stand in <\(element)>: put it into a data- attribute and read it from a script or style file"
        case .comment: "a value cannot stand in an HTML comment: remove it, or write a template comment {# … #}"
        case .doctype: "a value cannot stand in a declaration: write <!doctype html>"
        }
    }
}
