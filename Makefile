# SPDX-License-Identifier: MIT
# A thin face: each target installs what is missing and calls the real tools (meson, ninja, gcovr, tools/).
# `make help` lists the targets.
BUILD ?= build
# Options for boneyard serve, such as SERVE="--listen 0.0.0.0:8400"
SERVE ?=
PREFIX ?=
SINCE ?=

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))   # every target: dist is also a folder

run: ## build, then serve the game as a page and print its address
	@tools/setup run
	@ONLY=boneyard tools/build $(BUILD)
	@$(BUILD)/boneyard serve $(SERVE)

play: ## build, then play in the terminal
	@tools/setup run
	@ONLY=boneyard tools/build $(BUILD)
	@$(BUILD)/boneyard play

web: ## build, then make web/ a working copy: editors, npx vite, npx vitest and npx tsc work there
	@tools/setup run
	@tools/build $(BUILD)
	@tools/web link $(BUILD)

build: ## build into the folder build, or another with BUILD=...
	@tools/setup run
	@tools/build $(BUILD)

python: ## build the Python package into $(BUILD)/python; PYTHONPATH=$(BUILD)/python python3 imports it
	@tools/setup test
	@ONLY=build.ninja tools/build $(BUILD)
	@meson configure $(BUILD) -Dpython=enabled
	@ninja -C $(BUILD) --quiet python

cluster: ## build, then start three servers on PostgreSQL with standbys behind nginx, to try out; docs/cluster.md
	@tools/setup cluster
	@ONLY=boneyard tools/build $(BUILD)
	@tools/cluster $(BUILD)/boneyard

pictures: ## build, then take pictures of every screen of the page, by size and theme, into $(BUILD)/pictures
	@tools/setup test
	@tools/build $(BUILD)
	@tools/web use $(BUILD)/web node tests/play/pictures.mjs $(abspath $(BUILD))/boneyard $(abspath $(BUILD))/pictures
	@tools/web use $(BUILD)/web node tests/play/felt.mjs $(abspath $(BUILD))/boneyard $(abspath $(BUILD))/pictures

budgets: ## build, then measure the page: first load, start, frames while bots think, memory
	@tools/setup test
	@tools/build $(BUILD)
	@tools/web use $(BUILD)/web node tests/play/budgets.mjs $(abspath $(BUILD))/boneyard

quick: ## rules, contract, units, rooms, records: what it needs is built, then tested, in less than a minute
	@tools/setup test
	@ONLY=build.ninja tools/build $(BUILD)
	@tools/test $(BUILD) quick

test: ## build, then run whatever a change can break; ends with "N passed, N failed"
	@tools/setup test
	@tools/build $(BUILD)
	@tools/test $(BUILD) test

test-long: ## every test, with all seeds, all games in browsers, long worlds, crash, abuse
	@tools/setup test
	@tools/setup deb
	@tools/build $(BUILD)
	@tools/test $(BUILD) long

test-busy: ## the ring test three times on a busy machine; FONTS=FOLDER adds fonts, such as Debian's fonts-noto
	@tools/setup test
	@tools/build $(BUILD)
	@tools/busy $(if $(FONTS),--fonts $(FONTS)) tools/test $(BUILD) test

bench: ## build, then print the speed and the signature of every game
	@tools/setup run
	@tools/build $(BUILD)
	@$(BUILD)/boneyard bench
	@$(BUILD)/bench/limit

lint: ## clang-format, clang-tidy, cppcheck, API comments, arrows, budgets, rules
	@tools/setup lint
	@tools/build $(BUILD)
	@tools/lint $(BUILD)

api: ## the API reference from the headers, into $(BUILD)/api/html
	@tools/setup lint
	@tools/api $(BUILD)/api

abi: ## compare libboneyard.so with the one of the last tag (SINCE=v0.2.0: another); docs/abi.md
	@tools/setup lint
	@ONLY=library tools/build $(BUILD)
	@tools/abi $(BUILD) $(SINCE)

amalgamation: ## the core as one file, into $(BUILD)/amalgamation: boneyard.c and boneyard.h; docs/c.md
	@tools/setup run
	@ONLY=amalgamation tools/build $(BUILD)

deb: ## build the Debian packages into $(BUILD)/deb and check them with lintian; docs/debian.md
	@tools/setup deb
	@ONLY=src/server/page.pack tools/build $(BUILD)
	@tools/deb $(BUILD)

sanitize: ## every test under the address and undefined sanitizers
	@tools/setup test
	@tools/build $(BUILD)-sanitize -Db_sanitize=address,undefined
	@UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 tools/test $(BUILD)-sanitize

coverage: ## every test, then lines (95 %) and branches (85 %) of src/rules and src/table
	@tools/setup lint
	@tools/build $(BUILD)-coverage -Db_coverage=true
	@tools/coverage $(BUILD)-coverage

dist: ## a release tarball with the page inside, into $(BUILD)/meson-dist; it builds without npm
	@tools/setup run
	@tools/build $(BUILD)
	@meson dist -C $(BUILD) --no-tests

install: ## install the command (PREFIX=/usr/local, DESTDIR=)
	@tools/setup run
	@tools/build $(BUILD)
	@$(if $(PREFIX),meson configure $(BUILD) --prefix=$(abspath $(PREFIX)))
	@DESTDIR=$(DESTDIR) meson install -C $(BUILD)

clean: ## remove the build folders
	rm -rf $(BUILD) $(BUILD)-sanitize $(BUILD)-coverage

help: ## this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { gsub(/\$$\(BUILD\)/, "$(BUILD)"); printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
