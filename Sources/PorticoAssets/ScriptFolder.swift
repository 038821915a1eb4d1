/// Folders of modules that are each served as one module: `js/main/*.js` as `js/main.js`.
///
/// Files with one behaviour each are easy to read; one file per screen loads fast. Imports within the folder are
/// removed, and imports from another folder become imports from its module. So the files of a folder share one scope
/// and must not declare a name twice. Imports must be by name, one statement per line. The module exports everything
/// that the entry file (the file named after the folder) exports, and from the other files the names that occur in the
/// entry file or in scripts outside the folder.
enum ScriptFolder {
    /// The folders of `js/` that are served as one module; other files are served separately.
    private static let names: Set<Substring> = ["main", "portico", "session"]

    /// The scripts as served, by name in the public folder.
    static func served(_ files: [String: String]) -> [String: String] {
        let modules = Dictionary(grouping: files.keys) { module(of: $0[...]) }
        return modules.reduce(into: [:]) { served, module in
            let (name, own) = (module.key, module.value.sorted().map { (name: $0, text: files[$0, default: ""]) })
            guard names.contains(name) else {
                served["js/\(name).js"] = own.map { redirected($0.text) }.joined()
                return
            }
            let others = files.filter { !module.value.contains($0.key) || $0.key == face(of: name) }.values
            served["js/\(name).js"] = joined(
                own, exporting: Set(others.flatMap { $0.matches(of: /\w+/).map(\.output) }))
        }
    }

    /// Whether a public file is a script that may be in a folder, or import from one.
    static func includes(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return parts.first == "js" && name.hasSuffix(".js")
            && (parts.count == 2 || parts.count == 3 && names.contains(parts[1]))
    }

    /// Whether a served file is a script of this project, so that ``ShortScript`` applies.
    static func isShortened(_ name: String) -> Bool {
        name == "js/boot.js" || names.contains { name == "js/\($0).js" }
    }

    /// Joins the files of a folder into one module.
    ///
    /// - Parameter named: the words that occur in other scripts.
    private static func joined(
        _ files: [(name: String, text: String)], exporting named: Set<Substring>
    ) -> String {
        var imports: [Substring: Set<Substring>] = [:]
        var text = ""
        for file in files {
            let own = module(of: file.name[...])
            let isFace = file.name == face(of: own)
            for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
                guard let (bindings, path) = importStatement(line) else {
                    text += (isFace ? line : inner(line, exporting: named)) + "\n"
                    continue
                }
                let other = module(of: path, importedBy: own)
                if other != own { imports[other, default: []].formUnion(bindings) }
            }
        }
        return imports.sorted { $0.key < $1.key }.reduce(into: "") { head, module in
            head += "import { \(module.value.sorted().joined(separator: ", ")) } from \"./\(module.key).js\";\n"
        } + text
    }

    /// The line, without `export` if no other script uses the name.
    private static func inner(_ line: Substring, exporting named: Set<Substring>) -> Substring {
        guard line.hasPrefix("export "),
            let match = line.prefixMatch(of: /export (?:async )?(?:class|const|let|function) (\w+)/),
            !named.contains(match.output.1)
        else { return line }
        return line.dropFirst("export ".count)
    }

    /// A script outside the folders, with its imports from folders redirected to their modules.
    private static func redirected(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let path = importStatement(line)?.path, let folder = folder(of: path) else { return line }
            return line.replacing(path, with: "./\(folder).js")[...]
        }.joined(separator: "\n")
    }

    /// The module that contains a file.
    private static func module(of path: Substring, importedBy own: Substring? = nil) -> Substring {
        if let folder = folder(of: path) { return folder }
        if let own, names.contains(own), path.hasPrefix("./") { return own }
        return path.split(separator: "/").last?.dropLast(3) ?? path
    }

    /// The entry file: the file named after its folder.
    private static func face(of folder: Substring) -> String { "js/\(folder)/\(folder).js" }

    /// The folder of a file, if it is served as one module; nil otherwise.
    private static func folder(of path: Substring) -> Substring? {
        path.split(separator: "/").dropLast().last.flatMap { names.contains($0) ? $0 : nil }
    }

    /// The names and the file that a line imports; nil for any other line. The prefix is checked first because most
    /// lines are not imports.
    private static func importStatement(_ line: Substring) -> (names: [Substring], path: Substring)? {
        guard line.hasPrefix("import "), let match = line.wholeMatch(of: /import \{ ([^}]+) \} from "(\.[^"]+\.js)";/)
        else { return nil }
        return (match.output.1.split(separator: ",").map { $0.drop { $0 == " " } }, match.output.2)
    }
}
