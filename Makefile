# One word per chore. `make run` and `make test` need python3 (3.11 or newer, with venv), make and git.

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input install -qq --no-compile --require-hashes
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))
# What a public installation would set; `check --deploy` judges the settings that come of it.
PRODUCTION := FLAGFALL_HTTPS=1 FLAGFALL_HOSTS=flagfall.example FLAGFALL_ORIGINS=https://flagfall.example \
	FLAGFALL_SECRET_KEY=0aA1bB2cC3dD4eE5fF6gG7hH8iI9jJ-kK0lL1mM2nN3oO4pP5qQ6rR7sS8tT9-uU

# Modules are compiled once, beside the packages: every process starts in half the time, and the tree stays clean.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test check lint types kit bench docs pins messages packages format imports templates django \
	container translated

help:
	@echo "make run    start Flagfall with a demo tournament"
	@echo "make test   run every check and every test"
	@echo "further:    setup check lint types kit bench docs messages pins"

# ---- what others stand on

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Flagfall needs Python 3.11 or newer: install it, or name one with 'make PYTHON=python3.12 $(MAKECMDGOALS)'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python's venv module is missing: install it ('apt-get install python3-venv' on Debian), then try again." >&2; exit 1; }
	@test -w . || { \
		echo "This folder is not writable for you: use a clone of your own, or change the owner of this one." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Making .venv failed: install python3-venv ('apt-get install python3-venv' on Debian), then try again." >&2; exit 1; }

.venv/run.stamp: requirements/run.txt | $(PY)
	@echo "Installing what Flagfall needs (once) ..."
	@$(PIP) -r $<
	@touch $@

.venv/dev.stamp: requirements/dev.txt | $(PY)
	@echo "Installing the tools for tests and checks (once) ..."
	@$(PIP) -r $<
	@touch $@ .venv/run.stamp

%.mo: %.po | .venv/run.stamp
	@$(PY) -m babel.messages.frontend --quiet compile --input-file $< --output-file $@

setup: .venv/dev.stamp $(CATALOGUES)

# ---- the two commands

run: .venv/run.stamp $(CATALOGUES)
	@$(PY) manage.py up $(ARGS)

test: packages setup
	@$(MAKE) --no-print-directory --jobs 2 --output-sync check
	$(PY) -m pytest --numprocesses 3 --dist worksteal --quiet
	$(PY) -m pytest --stack full -m "(pg or redis) and not browser" --numprocesses 3 --dist loadfile --no-loadscope-reorder --quiet
	$(PY) -m pytest --stack full -m browser --numprocesses 2 --dist loadfile --no-loadscope-reorder --quiet

packages:
	@tests/packages.sh

# ---- checks, each by its name

check: setup format lint types imports templates django container pinned translated

format:
	$(BIN)/ruff format --check --quiet .

lint:
	$(BIN)/ruff check --quiet .

types:
	$(PY) -m mypy

imports:
	$(BIN)/lint-imports --no-logo

templates:
	$(BIN)/djlint templates --lint --quiet

django:
	$(PY) manage.py check --fail-level WARNING
	$(PRODUCTION) $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py spectacular --validate --fail-on-warn --file /dev/null

container:
	$(BIN)/hadolint docker/Dockerfile

.PHONY: pinned
pinned:
	@! grep -nE '://|--index|--find-links|--trusted-host' requirements/*.txt

translated: setup
	$(PY) manage.py messages --check

# ---- further chores

kit: setup
	nice $(PY) -m gameengine kit --games 1000
	nice $(PY) -m tests.tournaments.formats.swiss.kit --rounds 2000
	nice $(PY) -m pytest -m kit --quiet tests/gameengine
	nice $(PY) -m pytest --stack full -m "kit and pg" --quiet tests/matches

bench: setup packages
	$(PY) -m bench

docs: setup packages
	$(PY) docs/screenshots.py

messages: setup
	$(PY) manage.py messages

pins: setup
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header --no-annotate requirements/run.in -o requirements/run.txt
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header --no-annotate requirements/dev.in -o requirements/dev.txt
