/// The files of a new application.
struct Starter {
    let name: ApplicationName
    let place: PackagePlace

    /// The files by their paths in the folder of the application.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest),
            ("Makefile", makefile),
            ("Dockerfile", dockerfile),
            (".dockerignore", ".build\n.git\ndata\n"),
            (".gitignore", ".build/\ndata/\n"),
            ("Sources/\(name.module)/\(name.module).swift", application),
            ("Sources/\(name.module)/NoteList.swift", Self.noteList),
            ("Sources/\(name.module)/Pages.swift", Self.pages),
            ("Sources/\(name.module)/Templates/NotesPage.html", Self.notesTemplate),
            ("Sources/\(name.module)/Templates/NewNotePage.html", Self.newNoteTemplate),
            ("Tests/\(name.module)Tests/NotesTests.swift", tests),
        ]
    }

    private var manifest: String {
        """
        // swift-tools-version:6.2

        import PackageDescription

        let package = Package(
            name: "\(name.text)",
            platforms: [.macOS(.v15)],
            dependencies: [.package(name: "portico", path: "\(place.pathToCheckout)")],
            targets: [
                .executableTarget(
                    name: "\(name.module)",
                    dependencies: [.product(name: "Portico", package: "portico")],
                    exclude: ["Templates"],
                    plugins: [.plugin(name: "PorticoPlugin", package: "portico")]
                ),
                .testTarget(
                    name: "\(name.module)Tests",
                    dependencies: ["\(name.module)", .product(name: "PorticoTesting", package: "portico")]
                ),
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    private var makefile: String {
        """
        # The commands of people and CI. `make help` explains each target.

        PORTICO := \(place.pathToCheckout)

        .PHONY: help run dev test build image packages

        help: ## List the targets.
        \t@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\\t/' | expand -t 12

        run: packages ## Serve on http://127.0.0.1:8080, with the database under ./data.
        \tswift run \(name.module) serve --data data

        dev: packages ## Serve in development; rebuild, restart and reload open pages whenever a source changes.
        \tswift run \(name.module) dev --data data

        test: packages ## Run the tests.
        \tswift test

        build: packages ## Build for release, into .build/release/\(name.module).
        \tswift build --configuration release --static-swift-stdlib -Xlinker -s --product \(name.module)

        image: ## Build the image \(name.image). Its Dockerfile shows how to run it.
        \tdocker build -t \(name.image) --build-context portico=$(PORTICO) .

        packages:
        \t@$(PORTICO)/Scripts/install-packages build

        """
    }

    private var dockerfile: String {
        """
        # Builds the application and copies it into a small image, which runs it as an unprivileged user. The checkout of
        # Portico is a second folder that the build reads:
        #
        #   docker build -t \(name.image) --build-context portico=\(place.pathToCheckout) .
        #   docker run -p 127.0.0.1:8080:8080 -v \(name.image)-data:/data -e PORTICO_HTTP_ORIGIN=https://\(name.image).example \(name.image)

        FROM swift:6.2-bookworm AS build
        COPY --from=portico Scripts/install-packages \(checkoutInImage)/Scripts/
        RUN \(checkoutInImage)/Scripts/install-packages build
        COPY --from=portico . \(checkoutInImage)
        # The folder from which the path of Portico in Package.swift is right.
        WORKDIR \(packageInImage)
        COPY . .
        # The next build of the image continues from the objects of this one.
        RUN --mount=type=cache,target=/build \\
            swift build --scratch-path /build --configuration release --static-swift-stdlib -Xlinker -s --product \(name.module) \\
            && install -D /build/release/\(name.module) /out/\(name.image)

        FROM debian:bookworm-slim
        COPY --from=build \(checkoutInImage)/Scripts/install-packages /tmp/
        RUN /tmp/install-packages run \\
            && rm -rf /tmp/install-packages /var/lib/apt/lists/* \\
            && useradd --system --user-group --uid 10001 --no-create-home app \\
            && install -d -o app -g app -m 0700 /data
        COPY --from=build /out/\(name.image) /usr/local/bin/\(name.image)
        USER 10001:10001
        ENV PORTICO_HTTP_HOSTNAME=0.0.0.0 \\
            PORTICO_DATA_DIRECTORY=/data
        VOLUME /data
        EXPOSE 8080
        HEALTHCHECK --interval=30s --timeout=3s --start-period=5s \\
            CMD ["\(name.image)", "health", "--live"]
        ENTRYPOINT ["\(name.image)"]
        CMD ["serve"]

        """
    }

    private var checkoutInImage: String { place.checkout.isEmpty ? "/portico" : "/source/\(place.checkout)" }
    private var packageInImage: String { "\(place.checkout.isEmpty ? "/portico" : "/source")/\(place.package)" }
}
