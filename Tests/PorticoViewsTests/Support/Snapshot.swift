import Foundation
import Testing

/// The snapshots of pages, in a folder beside the tests.
enum Snapshot {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Snapshots")

    /// Compares `markup` with the file of that name; with `UPDATE_SNAPSHOTS=1` in the environment, writes the file.
    static func expect(
        _ markup: String, named name: String, type: String = "html", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = folder.appending(path: "\(name).\(type)")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(markup.utf8).write(to: file)
        }
        let expected = try #require(
            try? String(contentsOf: file, encoding: .utf8),
            "There is no snapshot \(name).\(type): run the tests with UPDATE_SNAPSHOTS=1 and read what it wrote.",
            sourceLocation: sourceLocation
        )
        let difference = firstDifference(expected, markup)
        #expect(difference == nil, "\(name).\(type) differs", sourceLocation: sourceLocation)
    }

    /// Compares only the lines in which `markup` differs from `base`, which has its own snapshot. So a change of both
    /// changes one file.
    static func expect(
        _ markup: String, named name: String, asVariantOf base: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expect(difference(from: base, to: markup), named: name, type: "diff", sourceLocation: sourceLocation)
    }

    /// The removed and added lines of `text` compared with `base`, each place after the line before it.
    static func difference(from base: String, to text: String) -> String {
        let old = base.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = new.difference(from: old)
        let (removed, inserted) = (Set(changes.removals.map(place(of:))), Set(changes.insertions.map(place(of:))))
        var (result, before, place, isInChange) = ("", "", 0, false)
        for number in 0...new.count {
            let start = place
            while removed.contains(place) { place += 1 }
            let isInserted = number < new.count && inserted.contains(number)
            if !isInChange && (place > start || isInserted) { result += "  \(before)\n" }
            for line in old[start..<place] { result += "- \(line)\n" }
            isInChange = isInserted
            guard number < new.count else { break }
            if isInserted { result += "+ \(new[number])\n" } else { place += 1 }
            before = String(new[number])
        }
        return result
    }

    private static func place(of change: CollectionDifference<Substring>.Change) -> Int {
        switch change {
        case .remove(let place, _, _), .insert(let place, _, _): place
        }
    }

    /// The first different line, in both versions.
    private static func firstDifference(_ expected: String, _ actual: String) -> String? {
        guard expected != actual else { return nil }
        let (old, new) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
        let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }
        guard let line else { return "\(old.count) lines became \(new.count)" }
        return "line \(line.offset + 1): \(line.element.0) became \(line.element.1)"
    }
}
