"""Measures the cost of changing a property that nobody observes."""

import json
import subprocess
import sys

from measuring import verdict
from programs import built

UNOBSERVED_CHANGE_NS = 50


def run() -> dict:
    """Measures the cost of changing a stored property, and one that depends on several values, which nobody observes."""
    figures = json.loads(subprocess.run([built("observingbench")], check=True, stdout=subprocess.PIPE).stdout)
    print("\nobserving: a change that nobody observes, ns of processor time")
    targets = []
    for name, nanoseconds in sorted(figures.items()):
        holds = nanoseconds <= UNOBSERVED_CHANGE_NS
        targets.append({"quantity": f"ns, {name}", "value": nanoseconds, "at_most": UNOBSERVED_CHANGE_NS, "pass": holds})
        print(f"  {verdict(holds)} {name} property {nanoseconds:.1f} ns, at most {UNOBSERVED_CHANGE_NS}")
    sys.stdout.flush()
    return {"job": "observing", "title": "a change that nobody observes", "targets": targets}
