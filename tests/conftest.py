"""What every test shares: hypothesis profiles, and the samples' folder."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_docs"

SLOW_START = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "quick", max_examples=40, deadline=None, derandomize=True, suppress_health_check=SLOW_START
)
settings.register_profile("thorough", max_examples=500, deadline=None, suppress_health_check=SLOW_START)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
