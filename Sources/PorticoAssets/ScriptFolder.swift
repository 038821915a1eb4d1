/// Folders of modules that are served as one module each: `js/main/*.js` as `js/main.js`.
///
/// One behaviour a file reads well, and one file a screen loads fast. What the files of a folder import of each other falls
/// away, what they import of another folder becomes an import of its one module. So the files of a folder share a scope,
/// in which a name is declared once. Imports are by name, each on a line of its own. The module exports what the file
/// called as the folder does and, of the others, what that file or a script outside of the folder names.
enum ScriptFolder {
    /// The folders of `js/` that are served so; others are served as they are.
    private static let names: Set<Substring> = ["main", "portico", "session"]

    /// Scripts as they are served, by their names in the public folder, made of `files`.
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

    /// Whether a public file is a script that may be part of a folder, or import of one.
    static func includes(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return parts.first == "js" && name.hasSuffix(".js")
            && (parts.count == 2 || parts.count == 3 && names.contains(parts[1]))
    }

    /// Whether what is served under a name is a script whose style is known, and so may be shortened.
    static func isShortened(_ name: String) -> Bool {
        name == "js/boot.js" || names.contains { name == "js/\($0).js" }
    }

    /// The files of a folder as one module.
    ///
    /// - Parameter named: what others name.
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

    /// A line that exports nothing but what others name.
    private static func inner(_ line: Substring, exporting named: Set<Substring>) -> Substring {
        guard line.hasPrefix("export "),
            let match = line.prefixMatch(of: /export (?:async )?(?:class|const|let|function) (\w+)/),
            !named.contains(match.output.1)
        else { return line }
        return line.dropFirst("export ".count)
    }

    /// Any other script as it is, but for where it imports of a folder.
    private static func redirected(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let path = importStatement(line)?.path, let folder = folder(of: path) else { return line }
            return line.replacing(path, with: "./\(folder).js")[...]
        }.joined(separator: "\n")
    }

    /// The module that a file is served in.
    private static func module(of path: Substring, importedBy own: Substring? = nil) -> Substring {
        if let folder = folder(of: path) { return folder }
        if let own, names.contains(own), path.hasPrefix("./") { return own }
        return path.split(separator: "/").last?.dropLast(3) ?? path
    }

    /// The file called as its folder, if there is one.
    private static func face(of folder: Substring) -> String { "js/\(folder)/\(folder).js" }

    /// The folder that a file is in, if it is one that is served as a module.
    private static func folder(of path: Substring) -> Substring? {
        path.split(separator: "/").dropLast().last.flatMap { names.contains($0) ? $0 : nil }
    }

    /// What a line imports, and of which file; nil for any other line. Most are another, and need no pattern to be seen so.
    private static func importStatement(_ line: Substring) -> (names: [Substring], path: Substring)? {
        guard line.hasPrefix("import "), let match = line.wholeMatch(of: /import \{ ([^}]+) \} from "(\.[^"]+\.js)";/)
        else { return nil }
        return (match.output.1.split(separator: ",").map { $0.drop { $0 == " " } }, match.output.2)
    }
}
