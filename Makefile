# `make` alone says what there is.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test thorough nodes papers deals check mutate bench load typing phones replica torture hall story cuts endings seals lock translations clean

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
# The demonstration, whose passwords everybody knows, is for this machine alone.
DEMO ?= $(if $(filter 127.0.0.1 localhost ::1,$(HOST)),yes,no)
BIN := .venv/bin
# Nothing is installed whose hash is not known, neither ours nor what it brings.
PIP := -m pip install --quiet --disable-pip-version-check --require-hashes --requirement
MANAGE := $(BIN)/python manage.py
PACKAGES := config codes federation referee tournaments
SHIPPED_NOT_USED := -i '*.rtl.*' -i 'bootstrap-*' -i 'bootstrap.*esm*' -i '*-4.*' -i 'hx-*' -i 'IBMPlexSerif-[!RS]*' -i 'IBMPlexSerif-*Italic.ttf'

help: ## what there is (this)
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: .venv/run.stamp translations var/static/staticfiles.json ## prepare everything and serve on http://127.0.0.1:8000 (PORT=…)
	@$(MANAGE) migrate --verbosity 0
	@$(if $(filter yes,$(DEMO)),$(MANAGE) load_demo --if-empty,$(MANAGE) first_account --address http://$(HOST):$(PORT))
	@echo "Serving on http://$(HOST):$(PORT) (Ctrl+C stops)"
	@DEMO=$(DEMO) DEBUG=False HASHED_STATIC=True CACHE_URL=filecache://$(CURDIR)/var/cache \
	  $(BIN)/gunicorn config.wsgi --config python:config.gunicorn --bind $(HOST):$(PORT)

# One more than there are cores: a worker whose browser waits leaves its own to another.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
SPREAD := -n $(WORKERS) --dist worksteal

ifeq ($(DATABASE),postgres)
TEST_WITH := .ci/postgres
TEST_WHAT := --database-only
TEST_NEEDS := .venv/postgres.stamp
endif

# Compiled tests are kept, whatever the environment says: to compile them takes each worker a quarter of a minute.
test: .venv/dev.stamp $(TEST_NEEDS) translations ## run every test, the browser's too (DATABASE=postgres: all that touches a database, there)
	@export CHROMIUM="$$(.ci/browser)" PYTHONDONTWRITEBYTECODE=; \
	  $(TEST_WITH) $(BIN)/python -m pytest $(SPREAD) --durations=20 $(TEST_WHAT) $(ARGS)

check: .venv/dev.stamp translations ## format, lint, types, layers, templates, rulebooks, translations, migrations, settings
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(PACKAGES)
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet
	$(MANAGE) check_rulebooks
	$(MANAGE) translations --check
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) permissions_doc --check
	$(MANAGE) coverage_doc --check
	$(MANAGE) api_contract --check
	set -a; . ./.env.example; set +a; $(MANAGE) check --deploy --fail-level WARNING
	$(BIN)/python .ci/requirements.py --check
	$(BIN)/python .ci/asvs.py --check
	$(BIN)/codespell --skip "docs/guida-*.md,docs/api-v1.json" README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Makefile docs config deploy

thorough: .venv/dev.stamp translations ## try everywhere what the tests try by samples: every poison, every page, whole and more tournaments, a hall played; run it as deploy/ installs it
	@export CHROMIUM="$$(.ci/browser)" THOROUGH=yes; \
	  $(BIN)/python -m pytest $(SPREAD) -m whole $(ARGS); \
	  $(BIN)/python -m pytest $(SPREAD) tests/addresses/test_access_matrix.py tests/addresses/test_poisons.py tests/browser/test_axe.py tests/browser/test_buttons.py tests/operation/as_installed.py \
	    tests/referee/test_one_door.py tests/tournaments/machine tests/tournaments/test_kept_rows.py tests/tournaments/test_standings_oracle.py \
	    tests/tournaments/calls/test_calls_at_once.py $(ARGS); \
	  $(BIN)/python -m pytest tests/browser/whole_hall/played_hall.py tests/browser/whole_hall/killed_hall.py \
	    tests/browser/road/there_and_back.py $(ARGS)

nodes: .venv/dev.stamp .venv/postgres.stamp translations ## try two web nodes, a worker and a proxy on one PostgreSQL: the whole job, parts killed at work
	@export CHROMIUM="$$(.ci/browser)"; \
	  .ci/postgres $(BIN)/python -m pytest tests/browser/nodes/two_nodes.py tests/browser/nodes/killed.py $(ARGS)

replica: .venv/dev.stamp .venv/postgres.stamp translations ## try a web node that reads public pages from a streaming standby of PostgreSQL
	@.ci/postgres $(BIN)/python -m pytest tests/scale/replica.py $(ARGS)

papers: .venv/dev.stamp .venv/sign.stamp translations ## sign papers as PAdES with pyHanko, and look whether the signature covers all of each
	@$(BIN)/python -m pytest -n 0 tests/operation/signed_papers.py $(ARGS)

# Compiled for a quarter of a minute, once: what is compiled is kept in var/.
deals: .venv/dev.stamp .venv/deals.stamp ## search whole deals of tressette with all cards in view, compiled by numba, against the search in plain Python (THOROUGH=yes: 300 of seven cards)
	@$(BIN)/python -m pytest -n 0 tests/codes/tressette/whole_deals/compiled.py $(ARGS)

mutate: .venv/run.stamp ## change every value of every table of the codes and name what no worked case notices, some minutes
	@$(MANAGE) mutate_rulebooks --all

bench: .venv/dev.stamp $(TEST_NEEDS) var/static/staticfiles.json ## measure against the goals, in one run (DATABASE=postgres ARGS=archive: there)
	@$(TEST_WITH) $(BIN)/python -m benchmarks $(ARGS)

load: .venv/dev.stamp var/static/staticfiles.json ## measure a minute of scores over HTTP, and another with a thousand phones asking (LOAD=seconds,phones,every)
	@LOAD=$${LOAD:-60,1000,10} $(BIN)/python -m benchmarks http

typing: .venv/dev.stamp var/static/staticfiles.json ## measure in a browser how far saving 52 scores stays behind typing them
	@export CHROMIUM="$$(.ci/browser)"; $(BIN)/python -m benchmarks typing

phones: .venv/dev.stamp var/static/staticfiles.json ## measure a minute of 5,000 phones behind Varnish, which must be installed
	@$(BIN)/python -m benchmarks phones

torture: .venv/dev.stamp .venv/postgres.stamp translations ## kill, stop, fill and double under load, both databases (ARGS="kills sqlite", KILLS=50)
	@.ci/postgres true
	@$(BIN)/python -m tests.torture $(ARGS)

hall: .venv/dev.stamp .venv/postgres.stamp translations ## a hall of 40 tables and 6 arbiters, 2,000 calls, 60 of the staff look on; 50 calls taken by 20 at once (HALL=tables,arbiters,calls,staff,seconds, TAKES=calls,arbiters)
	@.ci/postgres true
	@$(BIN)/python -m tests.torture hall takes $(ARGS)

story: .venv/dev.stamp translations ## play a Burraco of 26 pairs in browsers, six arbiters' phones and an appeal; again, its server killed twice; and the road between two installations
	@export CHROMIUM="$$(.ci/browser)"; \
	  $(BIN)/python -m pytest tests/browser/whole_hall/played_hall.py tests/browser/whole_hall/killed_hall.py \
	    tests/browser/road/there_and_back.py $(ARGS)

cuts: .venv/dev.stamp translations ## cut the network at 200 random points of what a phone sends: «inviato» only where a record is, some minutes
	@export CHROMIUM="$$(.ci/browser)" THOROUGH=yes; $(BIN)/python -m pytest -n $(WORKERS) tests/browser/test_sent_is_recorded.py $(ARGS)

endings: .venv/dev.stamp ## compare 10,000 random endings of tressette with a search without memory or cuts, most of an hour
	@THOROUGH=yes $(BIN)/python -m pytest $(SPREAD) tests/codes/tressette/endings $(ARGS)

seals: .venv/dev.stamp translations ## a thousand random tournaments whose seals must all hold, most of an hour (MACHINE=250,60: of each of four kinds, actions)
	@ORACLE=5000 $(BIN)/python -m pytest tests/tournaments/test_standings_oracle.py -q -n $(WORKERS) $(ARGS)
	@MACHINE=$${MACHINE:-250,60} $(BIN)/python -m pytest tests/tournaments/machine -q -s $(ARGS)

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
