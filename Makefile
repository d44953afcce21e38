# `make` alone says what there is.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run prepared test thorough postgres nodes papers deals check checked_types checked_rest bench nightly torture replica seals endings cuts mutate lock translations clean

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
# The demonstration, whose passwords everybody knows, is for this machine alone.
DEMO ?= $(if $(filter 127.0.0.1 localhost ::1,$(HOST)),yes,no)
BIN := .venv/bin
# Nothing is installed whose hash is not known, neither ours nor what it brings.
PIP := -m pip install --quiet --disable-pip-version-check --require-hashes --requirement
MANAGE := $(BIN)/python manage.py
PACKAGES := config codes papers pages records people tournaments hall keeping referee federation
SHIPPED_NOT_USED := -i '*.rtl.*' -i 'bootstrap-*' -i 'bootstrap.*esm*' -i '*-4.*' -i 'hx-*' -i 'IBMPlexSerif-[!RS]*' -i 'IBMPlexSerif-*Italic.ttf'

help: ## what there is (this)
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: .venv/run.stamp ## prepare everything and serve on http://127.0.0.1:8000 (PORT=…)
	@$(MAKE) --no-print-directory --jobs 2 prepared var/static/staticfiles.json
	@echo "Serving on http://$(HOST):$(PORT) (Ctrl+C stops)"
	@DEMO=$(DEMO) DEBUG=False HASHED_STATIC=True CACHE_URL=filecache://$(CURDIR)/var/cache \
	  $(BIN)/gunicorn config.wsgi --config python:config.gunicorn --bind $(HOST):$(PORT)

prepared: .venv/run.stamp
	@$(MANAGE) prepare_run $(if $(filter yes,$(DEMO)),--demo,--address http://$(HOST):$(PORT))

# One more than there are cores: a worker whose browser waits leaves its own to another.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
SPREAD := -n $(WORKERS) --dist worksteal

ifeq ($(DATABASE),postgres)
TEST_WITH := .ci/postgres
TEST_WHAT := --database-only
TEST_NEEDS := .venv/postgres.stamp
endif

# Compiled tests are kept, whatever the environment says: to compile them takes each worker a quarter of a minute.
SUITE = export CHROMIUM="$$(.ci/browser)" PYTHONDONTWRITEBYTECODE=; $(TEST_WITH) $(BIN)/python -m pytest
test: .venv/dev.stamp $(TEST_NEEDS) translations ## all that is not long, in a browser the main jobs: 5 minutes (DATABASE=postgres)
	@$(SUITE) $(SPREAD) -m "not long or main" $(TEST_WHAT) $(ARGS)

thorough: .venv/dev.stamp $(TEST_NEEDS) translations ## what `make test` leaves out: every page, forgery, whole tournaments: 22 minutes
	@$(SUITE) $(SPREAD) -m "long and not main" $(TEST_WHAT) $(ARGS)
	@$(SUITE) tests/browser/whole_hall/played_hall.py tests/browser/whole_hall/killed_hall.py tests/browser/road/there_and_back.py $(ARGS)

postgres: .venv/dev.stamp .venv/postgres.stamp translations ## what a dialect, a trigger or a lock decides, every address once: 7 minutes
	@export CHROMIUM="$$(.ci/browser)"; .ci/postgres $(BIN)/python -m pytest $(SPREAD) -m dialect --database-only $(ARGS)

check: .venv/dev.stamp translations ## format, lint, types, layers, rulebooks, translations, migrations: 2 minutes
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line checked_types checked_rest

# On one core, beside all the rest on another.
checked_types:
	$(BIN)/mypy $(PACKAGES) benchmarks

checked_rest:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	$(MANAGE) check_rulebooks
	$(MANAGE) translations --check
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) permissions_doc --check
	$(MANAGE) coverage_doc --check
	$(MANAGE) api_contract --check
	$(MANAGE) package_kinds --check
	set -a; . ./.env.example; set +a; $(MANAGE) check --deploy --fail-level WARNING
	$(BIN)/python .ci/requirements.py --check
	$(BIN)/python .ci/asvs.py --check
	$(BIN)/codespell --skip "docs/guida-*.md,docs/api-v1.json" README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Makefile docs config deploy

nodes: .venv/dev.stamp .venv/postgres.stamp translations ## two web nodes, worker, proxy, PostgreSQL: the whole job, parts killed: 2 minutes
	@export CHROMIUM="$$(.ci/browser)"; \
	  .ci/postgres $(BIN)/python -m pytest tests/browser/nodes/two_nodes.py tests/browser/nodes/killed.py $(ARGS)

papers: .venv/dev.stamp .venv/sign.stamp translations ## papers signed as PAdES, the signature covering all of each: half a minute
	@$(BIN)/python -m pytest -n 0 tests/operation/signed_papers.py $(ARGS)

# Compiled for a quarter of a minute, once: what is compiled is kept in var/.
deals: .venv/dev.stamp .venv/deals.stamp ## whole deals searched as compiled, against plain Python: a minute (NIGHTLY=yes)
	@$(BIN)/python -m pytest -n 0 tests/codes/tressette/whole_deals/compiled.py $(ARGS)

# Also `typing`, `phones`, and LOAD=60,1000,10 ARGS=http: a minute of scores among 1,000 phones.
bench: .venv/dev.stamp $(TEST_NEEDS) var/static/staticfiles.json ## speed against the goals, side by side: 25 minutes (ARGS=archive: one piece)
	@export CHROMIUM="$$(.ci/browser 2>/dev/null || true)"; $(TEST_WITH) $(BIN)/python -m benchmarks $(ARGS)

nightly: ## what is too long for a change, PostgreSQL with more examples, all below: a night
	@NIGHTLY=yes $(MAKE) test thorough DATABASE=postgres
	@$(MAKE) torture replica seals endings cuts mutate
	@LOAD=60,1000,10 $(MAKE) bench ARGS="http phones"

torture: .venv/dev.stamp .venv/postgres.stamp translations ## kill, stop, fill and double under load, both databases: 90 minutes (KILLS=50)
	@.ci/postgres true
	@$(BIN)/python -m tests.torture $(ARGS)

replica: .venv/dev.stamp .venv/postgres.stamp translations ## a web node that reads from a standby that is late, promoted, killed: 2 minutes
	@.ci/postgres $(BIN)/python -m pytest tests/scale/replica.py $(ARGS)

seals: .venv/dev.stamp translations ## a thousand random tournaments, their seals and standings: an hour (MACHINE=250,60)
	@ORACLE=5000 $(BIN)/python -m pytest tests/tournaments/scoring/test_standings_oracle.py -q -n $(WORKERS) $(ARGS)
	@MACHINE=$${MACHINE:-250,60} $(BIN)/python -m pytest tests/tournaments/machine -q -s $(ARGS)

endings: .venv/dev.stamp ## 10,000 random endings of tressette against a search without memory or cuts: an hour
	@NIGHTLY=yes $(BIN)/python -m pytest $(SPREAD) tests/codes/tressette/endings $(ARGS)

cuts: .venv/dev.stamp translations ## the network cut at 200 random points of what a phone sends: 10 minutes
	@export CHROMIUM="$$(.ci/browser)" NIGHTLY=yes; $(BIN)/python -m pytest -n $(WORKERS) tests/browser/test_sent_is_recorded.py $(ARGS)

mutate: .venv/run.stamp ## every value of the codes changed, named where no worked case notices: 5 minutes
	@$(MANAGE) mutate_rulebooks --all

lock: .venv/dev.stamp ## write requirements*.txt with every hash, from requirements*.in (ARGS=--upgrade)
	@$(BIN)/python .ci/requirements.py $(ARGS)

translations: .venv/run.stamp
	@$(MANAGE) translations --compile

var/static/staticfiles.json: .venv/run.stamp $(shell find static -type f)
	@HASHED_STATIC=True $(MANAGE) collectstatic --noinput --clear --verbosity 0 $(SHIPPED_NOT_USED)
	@touch $@

clean: ## remove environment and caches; data in var/ stay
	rm -rf .venv .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis

# The environment is installed anew only when the requirements change.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv .venv \
	  || { rm -rf .venv; echo "Python's venv module is missing (Debian, Ubuntu: apt install python3-venv)."; exit 1; }

.venv/run.stamp: requirements.txt | .venv/bin/python
	@echo "Installing what the application needs ..."
	@$(BIN)/python $(PIP) requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt requirements-dev.txt .venv/run.stamp
	@echo "Installing what tests and checks need ..."
	@$(BIN)/python $(PIP) requirements-dev.txt
	@touch $@

.venv/postgres.stamp: requirements.txt requirements-postgres.txt .venv/run.stamp
	@echo "Installing the driver of PostgreSQL ..."
	@$(BIN)/python $(PIP) requirements-postgres.txt
	@touch $@

.venv/sign.stamp: requirements.txt requirements-sign.txt .venv/run.stamp
	@echo "Installing what signs papers ..."
	@$(BIN)/python $(PIP) requirements-sign.txt
	@touch $@

.venv/deals.stamp: requirements.txt requirements-deals.txt .venv/run.stamp
	@echo "Installing what compiles the search of whole deals ..."
	@$(BIN)/python $(PIP) requirements-deals.txt
	@touch $@
