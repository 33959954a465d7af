"""Tests of articles.py, run by `scripts/check-articles --self-test`."""

import tempfile
import unittest
from pathlib import Path

from articles import anchor, folder_problems, in_docc, link_problems, named, question_problems, rule_problems, version_problems


def article(*rows: str) -> dict[str, str]:
    return {"Rules.md": "| rule | statement | here |\n|---|---|---|\n" + "\n".join(rows) + "\n"}


class RuleTests(unittest.TestCase):
    def test_a_rule_that_code_and_a_test_name(self):
        rules = article("| QA-01 | it holds | |")
        self.assertEqual(rule_problems(rules, {"A.swift": "/// (QA-01)"}, {"T.swift": '@Test("QA-01: it holds")'}), [])

    def test_a_number_that_no_article_has(self):
        rules = article("| QA-01 | it holds | |")
        for place in ("A.swift", "T.swift"):
            sources, tests = {"A.swift": ""}, {"T.swift": "QA-01"}
            (sources if place == "A.swift" else tests)[place] += " QA-02"
            self.assertEqual(rule_problems(rules, sources, tests), [f"{place}: names QA-02, which no article has"])
        self.assertIn("Rules.md: names QA-03, which no article has",
                      rule_problems(article("| QA-01 | as QA-03 | |"), {}, {"T.swift": "QA-01"}))

    def test_a_rule_without_a_test_says_why(self):
        self.assertEqual(len(rule_problems(article("| QA-01 | it holds | |"), {"A.swift": "QA-01"}, {})), 1)
        self.assertEqual(len(rule_problems(article("| QA-01 | it holds | No test: |"), {}, {})), 1)
        self.assertEqual(rule_problems(article("| QA-01 | it holds | No test: it is undefined. |"), {}, {}), [])

    def test_a_reason_that_is_over(self):
        [problem] = rule_problems(article("| QA-01 | it holds | No test: not built. |"), {}, {"T.swift": "QA-01"})
        self.assertEqual(problem, "QA-01: its row says that there is no test, and T.swift is one")

    def test_a_number_that_stands_twice(self):
        rules = article("| QA-01 | it holds | |", "| QA-01 | something else | |")
        self.assertEqual(rule_problems(rules, {}, {"T.swift": "QA-01"}), ["Rules.md:4: QA-01 stands twice"])

    def test_a_run_of_numbers_names_the_rules_between(self):
        rules = article("| QA-01 | | |", "| QA-02 | | |", "| QA-05 | | |")
        self.assertEqual(rule_problems(rules, {}, {"T.swift": "QA-01 to QA-05"}), [])
        self.assertEqual(named("QA-01 to QA-03"), {"QA-01", "(QA-02)", "QA-03"})

    def test_words_of_the_same_shape(self):
        self.assertEqual(named("E-AC-3, UTF-16, AAC-12, QA-1, QA-123"), set())


class LinkTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "A").mkdir()
        (self.root / "A" / "There.md").write_text("# A title\n\n### `Two`: parts\n")

    def problems(self, text: str) -> int:
        return len(link_problems(self.root, "A/This.md", text))

    def test_links_that_lead_somewhere(self):
        (self.root / "A" / "This.md").write_text("## Here\n")
        for text in ("[x](There.md)", "[`x`](../A/There.md#two-parts)", "[x](#here)", "[x](https://example.org/no)", "[x](../A)", "<doc:There>",
                     "```\n[x](nowhere)\n```"):
            with self.subTest(text):
                self.assertEqual(self.problems(text), 0)

    def test_links_that_lead_nowhere(self):
        for text in ("[x](No.md)", "[x](There.md#three)", "[x](../There.md)", "<doc:Nothing>"):
            with self.subTest(text):
                self.assertEqual(self.problems(text), 1)

    def test_anchors_are_githubs(self):
        self.assertEqual(anchor("AVAssetWriter: the `end`"), "avassetwriter-the-end")

    def test_links_in_the_form_of_docc(self):
        for link, form in (("[Damage](Damage.md#signs)", "[Damage](doc:Damage)"), ("[`Gate`](../Writing/Gate.swift)", "`Gate`"),
                           ("[Rules](../../AVFAudio/AVFAudio.docc/Rules.md)", "[Rules](/site/documentation/avfaudio/rules)"),
                           ("[x](../../MediaEngine/MediaEngine.docc/MediaEngine.md)", "[x](/site/documentation/mediaengine)"),
                           ("[x](https://example.org)", "[x](https://example.org)"), ("<doc:Damage>", "<doc:Damage>")):
            with self.subTest(link):
                self.assertEqual(in_docc(link, "site"), form)

    def test_a_table_of_folders_has_them_all(self):
        for name in ("One", "Two"):
            (self.root / "Module" / name).mkdir(parents=True)
            (self.root / "Module" / name / "F.swift").write_text("")
        (self.root / "Module" / "M.docc").mkdir()
        table = "\n### Folders\n\n| `One` | x |\n| `Three` | x |\n\n### More\n\n| `Four` | x |\n"
        self.assertEqual(folder_problems(self.root, "Module/M.docc/M.md", table),
                         ["Module/M.docc/M.md: the table of folders lacks Two", "Module/M.docc/M.md: there is no folder Three"])


class QuestionTests(unittest.TestCase):
    def test_ways_from_the_readme(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "README.md").write_text("[one](One.md)\n")
            (root / "One.md").write_text("[two](Two.md#x)\n")
            (root / "Two.md").write_text("the answer\n[three](Three.md)\n")
            (root / "Three.md").write_text("more\n")
            for way, answer, count in ((["One.md"], "two", 0), (["One.md", "Two.md"], "the answer", 0), (["One.md", "Two.md"], "nothing", 1),
                                       (["Two.md"], "the answer", 1), (["One.md", "Two.md", "Three.md"], "more", 1)):
                with self.subTest(way):
                    self.assertEqual(len(question_problems(root, [("what", way, answer)])), count)


class VersionTests(unittest.TestCase):
    def test_the_changelog_has_the_programs_version(self):
        source = 'private static let version = "1.2.0"'
        self.assertEqual(version_problems(source, "## Unreleased\n\n## 1.2.0 - 2026-01-01\n\n## 1.1.0\n"), [])
        self.assertEqual(len(version_problems(source, "## 1.1.0\n")), 1)
        self.assertEqual(len(version_problems(source, "## Unreleased\n")), 1)
