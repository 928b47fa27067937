# The two commands: make run, make test. `make help` lists the rest.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
LOCKED := install --no-deps --require-hashes
# uv installs the locks in a fifth of pip's time. The hashes say what may come; where from is what pip was told.
UV := PATH="$(CURDIR)/$(BIN):$$PATH" uv
INDEXES = UV_INDEX_STRATEGY=unsafe-best-match \
	UV_DEFAULT_INDEX="$$($(PIP) config get global.index-url 2>/dev/null)" \
	UV_INDEX="$$($(PIP) config get global.extra-index-url 2>/dev/null)"
# What is compiled is kept, whatever this machine says: the tests start hundreds of processes of the same code.
unexport PYTHONDONTWRITEBYTECODE
# One worker more than there are cores, for tests wait too. Files begin in their order, the long ones of browser/ and integration/
# first: xdist would begin with those of the most tests and leave the longest to the end.
PYTEST := $(BIN)/python -m pytest --numprocesses $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --maxprocesses 4 \
	--dist loadfile --no-loadscope-reorder
# Databases that only tests see need no disk: waiting for one was more than half of what a test of PostgreSQL's starts took. Where
# memory has no room for them, or TMPDIR says where they go, they stay where they were.
MEMORY := /dev/shm
ROOM_KB := 8000000
ON_SCRATCH = if [ -z "$$TMPDIR" ] && [ "$$(df -Pk $(MEMORY) 2>/dev/null | awk 'NR == 2 {print $$4}')" -ge $(ROOM_KB) ] 2>/dev/null \
	&& [ "$$(awk '/^MemAvailable:/ {print $$2}' /proc/meminfo)" -ge $(ROOM_KB) ]; then \
	TMPDIR=$$(mktemp -d -p $(MEMORY) w.XXXX) && export TMPDIR && chmod 755 "$$TMPDIR" && trap 'rm -rf "$$TMPDIR"' EXIT; fi;
TIER := not slow and not browser
GOLDEN := demo/golden.jsonl
# A Python that can make an environment; name one with `make PYTHON=…`.
SUITS := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for name in python3.12 python3.11 python3.13 python3; do \
	"$$name" -c '$(SUITS)' >/dev/null 2>&1 && echo "$$name" && break; done)

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test test-slow idle lint notebook evaluate bench redteam lock

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A stamp holds the checksum of the lock it was installed from, so that only a changed lock is installed again.
define install
	@wanted=$$(cksum < $(1)); \
	if [ "$$wanted" != "$$(cat $(VENV)/$(1).installed 2>/dev/null)" ]; then \
		echo "Installing $(1) into $(VENV); this takes a minute or two."; \
		{ $(INDEXES) $(UV) pip $(LOCKED) --quiet --python $(BIN)/python -r $(1) || $(PIP) $(LOCKED) -r $(1); } \
			&& echo "$$wanted" > $(VENV)/$(1).installed; \
	fi
endef

.PHONY: venv
venv:
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		if [ -z "$(PYTHON)" ]; then \
			echo "No Python 3.11, 3.12 or 3.13 with venv was found. Install one (Debian: python3-venv)," \
				"or name it: make PYTHON=/path/to/python3.12"; exit 1; \
		fi; \
		"$(PYTHON)" -m venv --clear $(VENV); \
	fi
	@if ! $(UV) --version >/dev/null 2>&1; then \
		$(PIP) --quiet $(LOCKED) -r requirements-uv.txt || echo "uv cannot be had here; pip installs instead."; \
	fi

setup: venv ## Install what Wenshu needs into .venv
	$(call install,requirements.txt)

setup-dev: setup ## Install the test and lint tools too
	$(call install,requirements-dev.txt)

run: setup ## Serve the chat on http://localhost:8000
	@exec $(BIN)/python cli.py run

test: lint ## Check imports, style, types, and all that is not tested by whole processes for minutes (TIER= for those too)
	@$(ON_SCRATCH) $(PYTEST) -m "$(TIER)"

test-slow: setup-dev ## The rest of the tests: the terminal, starts, kills, backups, a browser
	@$(ON_SCRATCH) $(PYTEST) -m "slow or browser"

idle: setup-dev ## Name the functions of understanding/ that nothing labelled needs
	$(BIN)/python -m pytest -p tests.idle tests/unit/understanding tests/unit/analysis tests/unit/knowledge \
		tests/integration/test_blind_sets.py tests/integration/test_offline_conversations.py tests/integration/test_metrics_questions.py

lint: setup-dev ## Check imports, style and types
	@$(BIN)/mypy & types=$$!; \
	$(BIN)/lint-imports && $(BIN)/ruff check . && $(BIN)/ruff format --check .; others=$$?; \
	wait $$types && exit $$others

notebook: setup-dev ## Run the agent's notebook and keep its outputs anew
	@$(BIN)/python -m tests.fakes.notebook_run

evaluate: setup ## Measure how many golden questions are answered right
	@$(BIN)/python cli.py evaluate $(GOLDEN) --connection demo

bench: setup ## Measure speed, model calls and memory (ARGS="--kills 30" kills processes, "--sessions 100 200" loads chats)
	@$(BIN)/python -m tests.bench.run $(ARGS)

redteam: setup-dev ## Attack a deployment and write data/redteam.md (ARGS="--url http://localhost:8000")
	@$(BIN)/python -m tests.redteam $(ARGS)

lock: setup-dev ## Compile the locks with their hashes anew, and the bill of materials (sbom.json)
	@for lock in requirements requirements-dev requirements-uv; do \
		$(UV) pip compile --quiet --universal --python-version 3.11 --no-header --generate-hashes \
			-o $$lock.txt $$lock.in || exit 1; \
	done
	@$(BIN)/python -m commands.sbom
