# Seventeen. `make` alone lists what there is. Works from any folder (make -C …), as root and as a user, twice.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo test test-quick check bench fast plain train clean packages python
.NOTPARALLEL:

ROOT := $(patsubst %/,%,$(dir $(realpath $(lastword $(MAKEFILE_LIST)))))
PYTHON ?= python3
VENV := $(ROOT)/.venv
PY := cd $(ROOT) && $(VENV)/bin/python
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-test
TRAINING := $(ROOT)/.venv-train/.installed
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check
# What Debian has and Python's registry has not: letters of both languages, a compiler, a camera's RTSP server, and a
# browser for the tests.
CAMERAS := gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good python3-gi
PACKAGES := fonts-noto-core gcc libc6-dev python3-dev $(CAMERAS)
# Chromium's engine without its windows takes a fifth of the processor's time; where it cannot be had, chromium does.
BROWSER := chromium-headless-shell
INSTALL := apt-get install --yes --no-install-recommends $(PACKAGES) $(BROWSER)
# `make test-quick`: the rules, the cards, the house, and the core of the tables; pictures, processes, browser are for `make test`.
QUICK := rules rounds shoes casino tables/test_rounds.py tables/test_tables.py tables/test_verdicts.py tables/test_disputes.py \
  tables/test_documents.py tables/test_audit_rounds.py tables/test_pages.py tables/test_forms.py tables/test_queries.py
SLOW := shoes/camera shoes/feeds shoes/scenes rules/test_compiled.py casino/test_servers.py casino/test_celery.py \
  casino/test_processes.py casino/test_health.py casino/test_examples_of_a_house.py
export SEVENTEEN_SHARED ?= $(abspath $(ROOT)/../shared)

help: ## this list
	@sed -nE 's/^([a-z][a-z-]*):[^#]*## /\1\t/p' $(ROOT)/Makefile | expand -t 12

demo: $(RUN) ## a floor of tables with simulated dealers, on this machine
	@cd $(ROOT) && exec $(VENV)/bin/python manage.py demo

test: packages plain check ## everything: checks, then all tests
	@$(PY) -m pytest -n 2 --dist loadgroup --durations=15

test-quick: plain $(DEV) ## the rules, the cards, the house and the core of the tables, until the first that fails
	@$(PY) -m pytest -x -q -n 2 --dist loadgroup $(QUICK:%=tests/%) tests/test_*.py $(SLOW:%=--ignore tests/%)

check: $(DEV) ## format, lint, types, import direction, purity, migrations
	@$(PY) -m ruff format --check . || { echo "Run .venv/bin/ruff format ."; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy .
	@$(PY) -m casino.translations --check
	@cd $(ROOT) && $(VENV)/bin/lint-imports > /dev/null || { $(VENV)/bin/lint-imports; exit 1; }
	@$(PY) -m pytest -q tests/test_architecture.py
	@$(PY) manage.py makemigrations --check --dry-run

bench: $(DEV) ## how fast: rounds folded, audited and recorded, commit to screen
	@$(PY) -m tests.bench

fast: $(DEV) ## compile the rules: audits take a third less time (needs a C compiler)
	@$(PY) -m tests.fast

plain: ## remove what `make fast` compiled
	@rm -f $(ROOT)/tables/rules/*.so $(ROOT)/tables/rules/compiled.sha256 $(ROOT)/seventeen_rules__mypyc*.so

train: $(TRAINING) ## make the weights of the card reader anew (a night)
	@cd $(ROOT) && .venv-train/bin/python -m shoes.training
	@cd $(ROOT) && .venv-train/bin/python -m shoes.training --onward --seed 23 --folder .data/training-onward

clean: ## remove what can be made again; .data stays
	@rm -rf $(VENV) $(ROOT)/.venv-train $(ROOT)/.mypy_cache $(ROOT)/.ruff_cache $(ROOT)/.hypothesis $(ROOT)/.import_linter_cache
	@find $(ROOT) -name __pycache__ -type d -prune -exec rm -rf {} +

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null \
	  || { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null \
	  || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/bin/python: | python
	@echo "Making $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(RUN): $(ROOT)/requirements.txt | $(VENV)/bin/python
	@echo "Installing what runs …"
	@$(PIP) -r $(ROOT)/requirements.txt
	@touch $@

$(DEV): $(ROOT)/tests/requirements.txt $(RUN)
	@echo "Installing what tests …"
	@$(PIP) -r $(ROOT)/tests/requirements.txt
	@touch $@

$(TRAINING): $(ROOT)/shoes/training/requirements.txt
	@echo "Installing what trains (an environment of its own, with torch) …"
	@$(PYTHON) -m venv $(ROOT)/.venv-train
	@$(ROOT)/.venv-train/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

packages:
	@has() { dpkg-query -W -f='$${Status}' "$$1" 2> /dev/null | grep -q 'ok installed'; }; \
	missing=; for package in $(PACKAGES) $(BROWSER); do has $$package || missing="$$missing $$package"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && apt-get update --quiet=2 && $(INSTALL) --quiet=2; then exit 0; fi; \
	if [ "$$missing" = " $(BROWSER)" ] && has chromium; then echo "Testing with chromium; $(BROWSER) is faster."; exit 0; fi; \
	echo "The tests need a browser, fonts, a compiler and GStreamer; run once: sudo $(INSTALL)"; exit 1
