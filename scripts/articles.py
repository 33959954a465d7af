"""Reads the rules and links of the project's documents and finds problems with them, for `scripts/check-articles`.

    python3 scripts/articles.py FOLDER [BASE]    converts the links of a catalog of articles to DocC's form, in place
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

# `WI-45`, and runs of them: `WI-47 to WI-50`.
NUMBER = re.compile(r"\b[A-Z]{2}-[0-9]{2}\b")
RUN = re.compile(r"\b([A-Z]{2})-([0-9]{2}) to \1-([0-9]{2})\b")
ROW = re.compile(r"^\| ([A-Z]{2}-[0-9]{2}) \|(.*)\|$")
UNTESTED = re.compile(r"\| No test: \S.*$")

LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]+)\)")
ARTICLE_LINK = re.compile(r"<doc:([\w-]+)>")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*)$", re.MULTILINE)

README_LINES = 100

# Questions of a newcomer, the links that lead from the README to the answer (at most two), and words of the answer.
OF_AVFOUNDATION, OF_THE_PIPELINE = "Sources/AVFoundation/AVFoundation.docc", "Sources/AVWritePipeline/AVWritePipeline.docc"
QUESTIONS = [
    ("where is back-pressure", [f"{OF_AVFOUNDATION}/Architecture.md", "Sources/MediaEngine/Writing/Gate/Interleaver.swift"],
     "the one place of back-pressure"),
    ("which three files follow a frame", [f"{OF_AVFOUNDATION}/Architecture.md"], "Three files follow a frame"),
    ("how does a frame reach the screen", ["Sources/MediaEngine/MediaEngine.docc/MediaEngine.md"], "A frame's way to the screen"),
    ("how do I add an encoder option", [".github/CONTRIBUTING.md"], "## An encoder option"),
    ("how do I run some of the tests", [".github/CONTRIBUTING.md"], "scripts/test --filter"),
    ("what does exit 81 mean", [f"{OF_THE_PIPELINE}/CommandLine.md"], "| 81 | size, bit rate or similarity not reached"),
    ("which fields has an event", [f"{OF_THE_PIPELINE}/CommandLine.md", "Sources/AVWritePipeline/Schemas"], ""),
    ("how do I go on with a job that was stopped", [f"{OF_THE_PIPELINE}/CommandLine.md"], "the same command goes on"),
    ("which rule says that", [f"{OF_AVFOUNDATION}/Behaviour.md", f"{OF_AVFOUNDATION}/Behaviour-Writing.md"], "| WI-45 |"),
    ("what is otherwise than Apple's", [f"{OF_AVFOUNDATION}/DifferencesFromApple.md"], "### AVAssetWriter"),
    ("how do I play a movie in my program", [f"{OF_AVFOUNDATION}/GettingStarted.md"], "AVPlayerWindow(player:"),
    ("what becomes of my tags in Matroska", [f"{OF_AVFOUNDATION}/Metadata.md"], "Matroska's tags"),
    ("how do I report a vulnerability", [".github/SECURITY.md"], "## Reporting"),
]


def named(text: str) -> set[str]:
    """The numbers that a text names. The numbers between the ends of a run are in parentheses, since such a rule need not
    exist."""
    numbers = set(NUMBER.findall(text))
    for prefix, first, last in RUN.findall(text):
        numbers |= {f"({prefix}-{number:02})" for number in range(int(first) + 1, int(last))}
    return numbers


def rules(articles: dict[str, str]) -> tuple[dict[str, bool], list[str]]:
    """The rules by number, each with whether its row says why it has no test, and a problem for each repeated number."""
    found: dict[str, bool] = {}
    problems = []
    for path, text in articles.items():
        for line, content in enumerate(text.split("\n"), start=1):
            if not (row := ROW.match(content)):
                continue
            number, rest = row.groups()
            if number in found:
                problems.append(f"{path}:{line}: {number} stands twice")
            found[number] = UNTESTED.search("|" + rest.rstrip()) is not None
    return found, problems


def rule_problems(articles: dict[str, str], sources: dict[str, str], tests: dict[str, str]) -> list[str]:
    """The problems of rules. The arguments are texts by path. Articles may name rules of other articles."""
    known, problems = rules(articles)
    tested: dict[str, str] = {}
    for path, text in {**articles, **sources, **tests}.items():
        for number in sorted(named(text)):
            is_between = number.startswith("(")
            number = number.strip("()")
            if number not in known and not is_between:
                problems.append(f"{path}: names {number}, which no article has")
            if path in tests:
                tested.setdefault(number, path)
    for number, says_why in known.items():
        if number not in tested and not says_why:
            problems.append(f"{number}: no test names it, and its row does not say why (\"No test: …\")")
        elif number in tested and says_why:
            problems.append(f"{number}: its row says that there is no test, and {tested[number]} is one")
    return problems


def anchor(heading: str) -> str:
    """The anchor of a heading in links, as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def link_problems(root: Path, path: str, text: str) -> list[str]:
    """The links of a Markdown file whose file or heading does not exist."""
    problems = []
    place = (root / path).parent
    prose = CODE.sub(lambda block: "\n" * block.group().count("\n"), text)
    for link in LINK.finditer(prose):
        line, target = prose.count("\n", 0, link.start()) + 1, link[1]
        if re.match(r"[a-z]+:", target):
            continue
        name, _, heading = unquote(target).partition("#")
        file = place / name if name else root / path
        if not file.exists():
            problems.append(f"{path}:{line}: {target} does not exist")
        elif heading and heading not in {anchor(each) for each in HEADING.findall(file.read_text(encoding="utf-8"))}:
            problems.append(f"{path}:{line}: {target}: the file has no such heading")
    for link in ARTICLE_LINK.finditer(prose):
        if not (place / f"{link[1]}.md").is_file():
            line = prose.count("\n", 0, link.start()) + 1
            problems.append(f"{path}:{line}: <doc:{link[1]}>: there is no such article in this catalog")
    return problems


def in_docc(text: str, base: str = "") -> str:
    """An article with its links in DocC's form. `base` is the path of the site on its server, for links to articles of other
    modules. A link to a source file becomes its label, since the site has no sources."""
    site = f"/{base.strip('/')}/documentation/" if base.strip("/") else "/documentation/"

    def form(link: re.Match) -> str:
        label, target = link[1], link[2].partition("#")[0]
        if own := re.fullmatch(r"([\w-]+)\.md", target):
            return f"[{label}](doc:{own[1]})"
        if other := re.fullmatch(r"\.\./\.\./(\w+)/\1\.docc/([\w-]+)\.md", target):
            page = "" if other[1] == other[2] else f"/{other[2].lower()}"
            return f"[{label}]({site}{other[1].lower()}{page})"
        return label if target.startswith("../") else link[0]

    return re.sub(r"\[([^\[\]]*)\]\(([^()\s]+)\)", form, text)


def folder_problems(root: Path, path: str, text: str) -> list[str]:
    """The differences between an article's table of folders, if it has one, and the folders of its module."""
    if "\n### Folders\n" not in text:
        return []
    module = (root / path).parent.parent
    listed = re.findall(r"^\| \[?`(\w+)`", text.split("\n### Folders\n")[1].split("\n### ")[0], re.MULTILINE)
    there = {each.name for each in module.iterdir() if each.is_dir() and any(each.rglob("*.swift"))}
    problems = [f"{path}: the table of folders lacks {name}" for name in sorted(there - set(listed))]
    return problems + [f"{path}: there is no folder {name}" for name in listed if name not in there]


def version_problems(version_source: str, changelog: str) -> list[str]:
    """A problem if the newest release of the changelog does not have the program's version."""
    version = re.search(r'static let version = "([^"]+)"', version_source)
    release = re.search(r"^## \[?([0-9][^\]\s]*)", changelog, re.MULTILINE)
    if not version or not release:
        return ["the program or the changelog has no version"]
    if version[1] != release[1]:
        return [f"the program is {version[1]}, and the changelog's newest release {release[1]}"]
    return []


def question_problems(root: Path, questions: list[tuple[str, list[str], str]]) -> list[str]:
    """Questions whose answer needs more than two links from the README, or whose links or answer are missing."""
    problems = []
    for question, way, answer in questions:
        here = "README.md"
        if len(way) > 2:
            problems.append(f"\"{question}?\" needs {len(way)} links")
        for place in way:
            text, folder = (root / here).read_text(encoding="utf-8"), (root / here).parent
            targets = {(folder / unquote(target.partition("#")[0])).resolve() for target in LINK.findall(text)}
            if (root / place).resolve() not in targets:
                problems.append(f"\"{question}?\": {here} does not link to {place}")
            here = place
        end = root / here
        if end.is_file() and answer not in end.read_text(encoding="utf-8"):
            problems.append(f"\"{question}?\": {here} does not say \"{answer}\"")
    return problems


def breaches(root: Path) -> list[str]:
    def texts(*patterns: str) -> dict[str, str]:
        paths = sorted({path for pattern in patterns for path in root.glob(pattern)})
        return {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths}

    articles = texts("Sources/*/*.docc/*.md")
    words = {**texts("README.md", ".github/*.md", "Fixtures/README.md"), **articles}
    problems = rule_problems(articles, texts("Sources/**/*.swift"), texts("Tests/**/*.swift"))
    for path, text in words.items():
        problems += link_problems(root, path, text)
    for path, text in articles.items():
        problems += folder_problems(root, path, text)
    count = words["README.md"].count("\n")
    if count > README_LINES:
        problems.append(f"README.md: {count} lines; at most {README_LINES}: move something to an article")
    problems += question_problems(root, QUESTIONS)
    version = (root / "Sources/AVWritePipeline/Job/VersionReport.swift").read_text(encoding="utf-8")
    return problems + version_problems(version, words[".github/CHANGELOG.md"])


if __name__ == "__main__":
    for article in Path(sys.argv[1]).glob("*.md"):
        article.write_text(in_docc(article.read_text(encoding="utf-8"), *sys.argv[2:3]), encoding="utf-8")
