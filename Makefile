.PHONY: run test samples clean
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready

run: $(READY)
	$(VENV)/bin/streamlit run app.py

test: $(READY)
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/pytest

samples: $(READY)
	$(VENV)/bin/python sample_docs/make.py

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	$(VENV)/bin/pip install --quiet --constraint constraints.txt --editable . --group dev
	touch $(READY)

clean:
	rm -rf $(VENV) *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
