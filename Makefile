# Everything goes through here: make run, make test. Needs Python 3.11+, a C++ compiler and make; the rest is brought.
# Each step says what it does, is done once, and goes on where it stopped when it was interrupted.

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check

# The default build of llama.cpp uses whatever this machine's processor knows, and its code for one of those
# extensions crashed on the kind of machine it was built on. So: plain AVX2, and no OpenMP library to carry along.
LLAMA_VERSION := 0.3.36
LLAMA_FLAGS := -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF
LLAMA_KEY := llama-cpp-python-$(LLAMA_VERSION)-native-off-openmp-off-$(shell uname -s)-$(shell uname -m)
LLAMA := wheelhouse/$(LLAMA_KEY)
KEPT_LLAMA := $(HOME)/.cache/citeside/wheelhouse/$(LLAMA_KEY)
MODELS := models/files

SCREEN := $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname -s))

.PHONY: run test soak models llama lint bench pictures clean install apt apt-screen
.DELETE_ON_ERROR:

run: .stamps/installed $(MODELS)/.complete
ifneq ($(strip $(ARGS)),)
	@$(BIN)/citeside $(ARGS)
else ifneq ($(strip $(SCREEN)),)
	@$(BIN)/citeside
else
	@echo "run: there is no screen here, so the sample question is asked in the terminal"
	@$(BIN)/citeside demo
endif

test: .stamps/installed $(MODELS)/.quick
	@$(PY) -c 'import PySide6.QtWidgets' 2>/dev/null || { \
	  echo "test: Qt needs system libraries that are missing here; on Debian or Ubuntu: make apt"; exit 1; }
	@QT_QPA_PLATFORM=offscreen $(PY) -m pytest -q $(ARGS)

# About ten minutes: processes killed at any moment, every write of the disk failed in turn, a large branch switched.
soak: .stamps/installed
	@$(PY) -m tests.soak.kills $(ARGS)
	@$(PY) -m tests.soak.failpoints
	@$(PY) -m tests.soak.branch_switch

lint: .stamps/installed
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: .stamps/installed $(MODELS)/.quick
	@$(PY) -m pytest -q -o addopts=--import-mode=importlib -o python_files='bench_*.py' -o python_functions='bench_*' tests $(ARGS)

pictures: .stamps/installed $(MODELS)/.quick
	@QT_QPA_PLATFORM=offscreen $(PY) -m tests.app.ui.pictures pictures $(ARGS)
	@CITESIDE_PICTURES=$(CURDIR)/pictures QT_QPA_PLATFORM=offscreen $(PY) -m pytest -q tests/app/ui/test_picture.py

# What Qt needs of the system, even without a screen.
apt:
	apt-get install -y --no-install-recommends libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0

# What the journeys in a real window need besides; without it they are skipped.
apt-screen:
	apt-get install -y --no-install-recommends xvfb xauth libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 \
	  libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0

install: .stamps/installed
models: $(MODELS)/.complete
llama: $(LLAMA)/.complete

clean:
	@echo "clean: removing the environment and everything built, but not models/files and wheelhouse"
	@rm -rf .venv .stamps build dist pictures .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	@rm -rf .import_linter_cache
	@find app engine models resources packaging tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12"; exit 1; }
	@echo "venv: making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv

# A wheel kept from an earlier build is used; otherwise it is built once (about four minutes on two cores).
$(LLAMA)/.complete: | .venv/pyvenv.cfg
	@rm -rf $(LLAMA)/partial && mkdir -p $(LLAMA)/partial
	@if ls $(LLAMA)/*.whl >/dev/null 2>&1; then \
	  echo "llama: the wheel is there"; \
	elif ls $(KEPT_LLAMA)/*.whl >/dev/null 2>&1; then \
	  echo "llama: taking the wheel built earlier from $(KEPT_LLAMA)"; \
	  cp $(KEPT_LLAMA)/*.whl $(LLAMA)/partial/ && mv $(LLAMA)/partial/*.whl $(LLAMA)/; \
	else \
	  echo "llama: building llama.cpp, about four minutes, once (log: $(LLAMA)/build.log)"; \
	  CMAKE_ARGS="$(LLAMA_FLAGS)" $(PIP) wheel --no-cache-dir --no-deps --no-binary llama-cpp-python \
	    -w $(LLAMA)/partial llama-cpp-python==$(LLAMA_VERSION) >$(LLAMA)/build.log 2>&1 || { \
	      tail -n 20 $(LLAMA)/build.log; \
	      echo "llama: the build failed; a C and C++ compiler is needed (on Debian: apt install g++)"; exit 1; }; \
	  mv $(LLAMA)/partial/*.whl $(LLAMA)/; \
	fi
	@rmdir $(LLAMA)/partial
	@ls $(KEPT_LLAMA)/*.whl >/dev/null 2>&1 || { rm -rf $(KEPT_LLAMA).partial && mkdir -p $(KEPT_LLAMA).partial && \
	  cp $(LLAMA)/*.whl $(KEPT_LLAMA).partial/ && rm -rf $(KEPT_LLAMA) && mv $(KEPT_LLAMA).partial $(KEPT_LLAMA); } || \
	  echo "llama: the wheel could not be kept in $(KEPT_LLAMA) for other checkouts"
	@touch $@

# The environment is as the two files say; a wheel of llama.cpp lies beside, so pip builds none.
.stamps/installed: .venv/pyvenv.cfg $(LLAMA)/.complete pyproject.toml constraints.txt
	@echo "install: bringing the pinned dependencies into .venv"
	@$(PIP) install --quiet --constraint constraints.txt --find-links $(LLAMA) --editable '.[dev]'
	@mkdir -p .stamps && touch $@

FETCH := models/manifest.toml packaging/fetch_models.py packaging/build_embedder.py

$(MODELS)/.quick: .stamps/installed $(FETCH)
	@echo "models: bringing what the tests need (120 MB)"
	@$(PY) packaging/fetch_models.py --quick && touch $@

$(MODELS)/.complete: .stamps/installed $(FETCH)
	@echo "models: bringing what answering needs (1.2 GB, once)"
	@$(PY) packaging/fetch_models.py && touch $@ $(MODELS)/.quick
