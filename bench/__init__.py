"""How fast Pitboss is, beside others in the same run: `python -m bench` measures everything and writes the report.

Every benchmark is a module that runs by itself, too: `python -m bench.evaluator`. Some measure what the tests have: the
slow solvers and the floor.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.extend(str(ROOT / "tests" / room) for room in ("floor", "solvers"))
