# Every target works from a fresh clone: it makes .venv first, and again when pyproject.toml has changed.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
BIN := .venv/bin
STUBS := build/stubs
# As the files of firmware/boards: the firmware is checked against each one's MicroPython.
BOARDS := pico_w pico2_w esp32_s3

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format bench soak mutants pictures lock hardware clean

help:  ## show this list
	@echo "Lairkeeper: make TARGET"
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## */  \1|/' | awk -F'|' '{printf "%-14s%s\n", $$1, $$2}'

setup: .venv/ready  ## create .venv with the app and everything the other targets need

.venv/ready: pyproject.toml Makefile
	@test -n "$(PYTHON)" || { echo "Lairkeeper needs Python 3.11 or newer. Install it, or say where it is: make setup PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@# Drivers written elsewhere prove the chip models. What they need on a Raspberry Pi is faked, and would want a compiler.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'pi-rc522>=2.3,<3' \
		'adafruit-circuitpython-pn532>=2.4,<3' 'adafruit-circuitpython-busdevice>=5.2,<6' \
		'luma.oled>=3.16,<4' 'luma.core>=2.6,<3' 'smbus2>=0.6,<1' 'cbor2>=6'
	@touch $@

demo: setup  ## play on a simulated board: opens the table and the virtual table in the browser
	$(BIN)/lairkeeper demo

# Four at a time on two cores: a third of what the tests take is waiting, for browsers, boards and clocks.
test: lint  ## lint, then every test that is not a long campaign
	$(BIN)/python -m pytest -n 4 --dist worksteal --durations=15 -m "not soak and not rest and not kicad"

lint: setup $(STUBS)/ready  ## ruff, mypy --strict, the firmware against the MicroPython stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@for board in $(BOARDS); do echo "firmware for $$board"; \
		BOARD=$$board $(BIN)/mypy --config-file firmware/mypy.ini firmware/lairboard firmware/boards || exit 1; done

# The stubs bring their own time.pyi and machine.pyi, which must not be seen by the host's type check.
$(STUBS)/ready: pyproject.toml | .venv/ready
	@mkdir -p $(STUBS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(STUBS)/pico_w 'micropython-rp2-rpi-pico-w-stubs>=1.24'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(STUBS)/pico2_w 'micropython-rp2-rpi-pico2-w-stubs>=1.24'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(STUBS)/esp32_s3 'micropython-esp32-esp32-generic-s3-stubs>=1.24'
	@touch $@

format: setup  ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup  ## measure; writes build/bench.json
	$(BIN)/python tests/bench/run.py

soak: setup  ## 400 fresh random matches and the other long campaigns; writes build/soak.json
	$(BIN)/python tests/soak/run.py

# Other words for it: make mutants WORDS="--room core --sample 60 --seed 7"
mutants: setup  ## change the rules by chance and see whether the tests notice; writes build/mutants.json
	$(BIN)/python -m tests.mutants.run $(WORDS)

pictures: setup  ## photograph the running demo for the README, and every place, game and theme into build/pictures
	$(BIN)/python -m tests.chain.pictures
	$(BIN)/python -m tests.chain.gallery

lock: setup  ## write requirements.lock: what an installed release runs with, by version and hash
	$(BIN)/python tests/house/lock.py

hardware: .venv/hardware  ## build and check board, box and labels into hardware/out/ (needs hardware/install-tools.sh)
	@# Building and the tests of the checks need nothing of each other: one core each.
	@mkdir -p build; $(BIN)/python -m pytest -q tests/hardware >build/hardware-tests.log 2>&1 & tests=$$!; \
		$(BIN)/python -m hardware out; built=$$?; \
		wait $$tests; passed=$$?; cat build/hardware-tests.log; exit $$((built + passed))

.venv/hardware: pyproject.toml | .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,hardware]'
	@touch $@

clean:  ## remove what the other targets made
	rm -rf .venv build dist hardware/out .mypy_cache .ruff_cache .pytest_cache .hypothesis
