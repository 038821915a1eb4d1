import Foundation
import PorticoBytes

/// A server that is rebuilt and restarted when its sources change, until its task is cancelled.
struct DevelopmentServer: Sendable {
    let package: DevelopmentPackage
    /// The arguments of the program that make it serve.
    let arguments: [String]
    /// The file with the errors of the last build, for the server's open pages.
    let problems: String
    private static let interval = Duration.milliseconds(300)

    func run() async {
        var (sources, publicFiles) = (package.sources(), package.publicFiles())
        tell(nil)
        var server = start()
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let (nowSources, nowPublicFiles) = (package.sources(), package.publicFiles())
            guard nowSources != sources || nowPublicFiles != publicFiles else { continue }
            let builds = nowSources != sources
            (sources, publicFiles) = (nowSources, nowPublicFiles)
            if builds {
                let failure = await build()
                tell(failure)
                if failure != nil { continue }
            }
            await server?.stop()
            server = Task.isCancelled ? nil : start()
        }
        await server?.stop()
        tell(nil)
    }

    /// nil if the program cannot be started; the next change tries again.
    private func start() -> ChildProcess? {
        do {
            return try ChildProcess(package.program, arguments)
        } catch {
            say("the server cannot be started: \(error.localizedDescription)")
            return nil
        }
    }

    /// Builds the program. The output of the build appears on standard error.
    ///
    /// - Returns: the errors; nil if it succeeded.
    private func build() async -> String? {
        say("building")
        do {
            let (status, output) = try await ChildProcess.output(
                URL(filePath: "/usr/bin/env"), ["swift"] + package.buildArguments)
            return status == 0 ? nil : BuildOutput(output).problems
        } catch {
            return "swift build cannot be started: \(error.localizedDescription)"
        }
    }

    /// Writes the errors of the last build for the server's open pages; removes them for nil.
    private func tell(_ failure: String?) {
        do {
            if let failure {
                try Data(failure.utf8).write(to: URL(filePath: problems), options: .atomic)
            } else if FileManager.default.fileExists(atPath: problems) {
                try FileManager.default.removeItem(atPath: problems)
            }
        } catch {
            say("pages cannot be told of the build: \(error.localizedDescription)")
        }
    }

    private func say(_ line: String) {
        Terminal.report("\(Program.name) dev: \(line)")
    }
}

/// The output of a build.
struct BuildOutput {
    /// Its errors with the lines that belong to them, at most 16 KB.
    let problems: String

    init(_ text: String) {
        let lines = text.fields(separatedBy: "\n")
            // Steps, such as "[12/40] Compiling Shop Page.swift".
            .filter { $0.prefixMatch(of: #/\[\d+/\d+\]/#) == nil }
        let first = lines.firstIndex { $0.hasBytes(of: "error:") } ?? lines.startIndex
        problems = String(lines[first...].joined(separator: "\n").prefix(16_384))
    }
}
