"""Prints the table at the end: the number and rate of each verdict, and each failure by its name."""

import math
import shlex

from judging import FALSE_FAILURE, UNSEEN, VERDICTS, Report

# The greatest allowed share of runs that are false failures. Other faults are not allowed at all.
FALSE_FAILURES_AT_MOST = 0.002


def bound(count: int, runs: int) -> float:
    """The upper end of the 95 % confidence interval of a rate: the rule of three if the count is 0, else Wilson's interval."""
    if runs == 0:
        return 1.0
    if count == 0:
        return min(1.0, 3 / runs)
    z, rate = 1.96, count / runs
    middle = rate + z * z / (2 * runs)
    return (middle + z * math.sqrt(rate * (1 - rate) / runs + z * z / (4 * runs * runs))) / (1 + z * z / runs)


def printed(reports: list[Report]) -> bool:
    """Prints the table, and returns whether the hunt found nothing that counts."""
    runs = sum(len(report.exits) for report in reports)
    print(f"\n{len(reports)} cases, {runs} runs of avwrite")
    print(f"  {'verdict':26}{'cases':>7}{'rate':>10}{'95 % bound':>12}")
    passes = True
    for verdict in VERDICTS:
        count = sum(any(name == verdict for name, _ in report.faults) for report in reports)
        rate = count / runs if runs else 0
        print(f"  {verdict:26}{count:>7}{rate:>10.3%}{bound(count, runs):>12.3%}")
        if verdict == FALSE_FAILURE:
            passes = passes and rate <= FALSE_FAILURES_AT_MOST
        elif verdict != UNSEEN:
            passes = passes and count == 0
    for verdict in VERDICTS:
        for report in reports:
            for name, text in report.faults:
                if name == verdict:
                    named(report, verdict, text)
    return passes


def named(report: Report, verdict: str, text: str) -> None:
    """Prints a failure with the commands that repeat it."""
    case = report.case
    print(f"\n{verdict}: {case.file.name}, {case.mutation}{' (' + case.change + ')' if case.change else ''},"
          f" {case.command.name}\n  {text}\n  scripts/hunt --case {case.name}   avwrite {shlex.join(report.commands[0])}"
          f"   exits {', '.join(map(str, report.exits))}")
