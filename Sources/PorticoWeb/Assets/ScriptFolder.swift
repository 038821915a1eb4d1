/// Folders of modules that are served as one module each: `js/main/*.js` as `js/main.js`.
///
/// One behaviour a file reads well, and one file a screen loads fast. What the files of a folder import of each other falls
/// away, what they import of another folder becomes an import of its one module. So the files of a folder share a scope,
/// in which a name is declared once. Imports are by name, each on a line of its own.
enum ScriptFolder {
    /// The folders of `js/` that are served so; others are served as they are.
    private static let names: Set<Substring> = ["main", "portico"]

    /// Scripts as they are served, by their names in the public folder, made of `files`.
    static func joined(_ files: [String: String]) -> [String: String] {
        let modules = Dictionary(grouping: files.keys) { "js/\(module(of: $0[...])).js" }
        return modules.mapValues { names in
            var imports: [Substring: Set<Substring>] = [:]
            var text = ""
            for name in names.sorted() {
                for line in files[name, default: ""].split(separator: "\n", omittingEmptySubsequences: false) {
                    guard let (bindings, path) = importStatement(line) else {
                        text += line + "\n"
                        continue
                    }
                    let own = module(of: name[...])
                    let other = module(of: path, importedBy: own)
                    if other != own { imports[other, default: []].formUnion(bindings) }
                }
            }
            return imports.sorted { $0.key < $1.key }.reduce(into: "") { head, module in
                head += "import { \(module.value.sorted().joined(separator: ", ")) } from \"./\(module.key).js\";\n"
            } + text
        }
    }

    /// Whether a public file is a script that may be part of a folder, or import of one.
    static func includes(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return parts.first == "js" && name.hasSuffix(".js")
            && (parts.count == 2 || parts.count == 3 && names.contains(parts[1]))
    }

    /// The module that a file is served in.
    private static func module(of path: Substring, importedBy own: Substring? = nil) -> Substring {
        let parts = path.split(separator: "/")
        if let folder = parts.dropLast().last, names.contains(folder) { return folder }
        if let own, names.contains(own), path.hasPrefix("./") { return own }
        return parts.last?.dropLast(3) ?? path
    }

    /// What a line imports, and of which file; nil for any other line.
    private static func importStatement(_ line: Substring) -> (names: [Substring], path: Substring)? {
        guard let match = line.wholeMatch(of: /import \{ ([^}]+) \} from "(\.[^"]+\.js)";/) else { return nil }
        return (match.output.1.split(separator: ",").map { $0.drop { $0 == " " } }, match.output.2)
    }
}
