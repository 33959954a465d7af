"""Finds folders of a module that name each other's types. The compiler cannot refuse that: to it a target is one whole.

A room is a folder with Swift files. Two rooms are a pair if each names something that the other declares: a type (nested
types with their scope), a function or constant at file level, or a member that an extension adds to a type of another
folder. Siblings are compared at every level: for `Reading/Packets/A.swift` and `Reading/Stages/B.swift` the rooms are
`Packets` and `Stages`, for `Reading/Packets/A.swift` and `Writing/C.swift` they are `Reading` and `Writing`. A folder and
its own subfolders may name each other's types.

The Swift code is read as tokens and not compiled: a name is looked up from the innermost type outwards, first in its own
file.
"""

import re
from collections import defaultdict
from pathlib import PurePosixPath
from typing import NamedTuple

TOKEN = re.compile(r'(?P<name>`?[A-Za-z_]\w*`?)|(?P<raw>#+)"|(?P<block>""")|(?P<string>")|(?P<space>\s+)|(?P<other>.)', re.DOTALL)
KINDS = {"class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "extension"}
MEMBERS = {"func", "var", "let", "case"}
# Words that may follow `class` where it is a modifier of a member and does not declare a type.
NO_TYPE_FOLLOWS = {"func", "var", "let", "final", "override", "subscript", "private", "public", "package", "internal"}


class Token(NamedTuple):
    text: str
    line: int


class Use(NamedTuple):
    """A use of a name. `chain` is a dotted name that is looked up from `scope` outwards. If `is_member` is true, it is a
    single name behind a dot."""

    line: int
    scope: tuple[str, ...]
    chain: tuple[str, ...]
    is_member: bool


class Declared(NamedTuple):
    name: tuple[str, ...]
    is_private: bool


class SwiftFile:
    def __init__(self, path: str, text: str):
        self.path = path
        self.types: list[Declared] = []
        self.globals: set[str] = set()  # functions and constants at file level
        # The names of members declared in types, and those declared in extensions with the type as the file spells it.
        self.members: set[str] = set()
        self.extended: list[tuple[tuple[str, ...], str]] = []
        self.uses: list[Use] = []
        self.read(tokens(text))

    @property
    def all_members(self) -> set[str]:
        return self.members | {name for _, name in self.extended}

    def read(self, code: list[Token]) -> None:
        """Reads the tokens in one pass with a stack of open scopes. The names of a scope are part of a type's name; a body
        has none."""
        open_scopes: list[tuple[tuple[str, ...], str, set[str]]] = []  # names, kind, generic parameters
        pending: tuple[tuple[str, ...], str, set[str]] | None = None
        parameters: set[int] = set()  # where generic parameters are declared
        index = 0
        while index < len(code):
            text = code[index].text
            before = code[index - 1].text if index else ""
            scope = tuple(part for names, _, _ in open_scopes for part in names)
            if text == "{":
                open_scopes.append(pending or ((), "body", set()))
                pending = None
            elif text == "}":
                if open_scopes:
                    open_scopes.pop()
            elif text in KINDS and before != "." and index + 1 < len(code) and is_name(code[index + 1].text) \
                    and code[index + 1].text not in NO_TYPE_FOLLOWS:
                chain, index = dotted(code, index + 1)
                generics = {code[place].text: place for place in generic_parameters(code, index)}
                parameters |= set(generics.values())
                if text == "extension":
                    self.uses.append(Use(code[index - 1].line, scope, chain, False))
                    pending = (chain, "extension", set(generics))
                elif text != "associatedtype":
                    self.types.append(Declared(scope + chain, is_private(code, index, text)))
                    if text != "typealias":
                        pending = (chain, "type", set(generics))
                continue
            elif text in MEMBERS and before != "." and index + 1 < len(code) and is_name(code[index + 1].text):
                name = code[index + 1].text.strip("`")
                kind = open_scopes[-1][1] if open_scopes else "file"
                if kind == "file":
                    self.globals.add(name)
                elif kind == "type":
                    self.members.add(name)
                elif kind == "extension":
                    self.extended.append((scope, name))
                index += 2
                continue
            elif is_name(text) and index not in parameters and not (index + 1 < len(code) and code[index + 1].text == ":" and before in "(,"):
                line = code[index].line
                if before == ".":
                    self.uses.append(Use(line, scope, (text.strip("`"),), True))
                else:
                    chain, end = dotted(code, index)
                    if not any(chain[0] in generics for _, _, generics in open_scopes):
                        self.uses.append(Use(line, scope, chain, False))
                    # The names behind the first one may be types or members.
                    for offset in range(index + 2, end, 2):
                        self.uses.append(Use(line, scope, (code[offset].text.strip("`"),), True))
                    index = end
                    continue
            index += 1


def is_name(text: str) -> bool:
    return text[0].isalpha() or text[0] in "_`"


def dotted(code: list[Token], index: int) -> tuple[tuple[str, ...], int]:
    """The dotted name at `index`, and the index behind it."""
    chain = [code[index].text.strip("`")]
    index += 1
    while index + 1 < len(code) and code[index].text == "." and is_name(code[index + 1].text):
        chain.append(code[index + 1].text.strip("`"))
        index += 2
    return tuple(chain), index


def generic_parameters(code: list[Token], index: int) -> list[int]:
    """The indices of the names in the list of generic parameters (`<T: A, U>`) at `index`."""
    places = []
    if index < len(code) and code[index].text == "<":
        while index + 1 < len(code) and code[index].text in ("<", ","):
            places.append(index + 1)
            index += 2
            while index < len(code) and code[index].text not in (",", ">", "{"):
                index += 1
    return places


def is_private(code: list[Token], index: int, kind: str) -> bool:
    """Whether the declaration whose name ends before `index` is private or file-private."""
    while index and code[index - 1].text != kind:
        index -= 1
    words = [token.text for token in code[max(0, index - 4):index]]
    return "private" in words or "fileprivate" in words


def tokens(text: str) -> list[Token]:
    """The names and punctuation of a text. Comments and the contents of strings are left out, except interpolated code."""
    found: list[Token] = []
    line, offset = 1, 0
    # For each open string, the characters that close it and those that begin interpolated code. For each open interpolation
    # the number of open parentheses.
    strings: list[tuple[str, str]] = []
    depths: list[int] = []
    in_string = False
    while offset < len(text):
        if in_string:
            closing, opening = strings[-1]
            if text.startswith(opening, offset):
                offset += len(opening)
                depths.append(0)
                in_string = False
            elif text.startswith(closing, offset):
                offset += len(closing)
                strings.pop()
                in_string = False
            elif text.startswith("\\", offset) and opening == "\\(":
                offset += 2
            else:
                line += text[offset] == "\n"
                offset += 1
            # After a string inside interpolated code has ended, the code goes on up to its closing parenthesis.
            continue
        if text.startswith("//", offset):
            offset = text.find("\n", offset) if "\n" in text[offset:] else len(text)
            continue
        if text.startswith("/*", offset):
            end = text.find("*/", offset) + 2 or len(text)
            line += text.count("\n", offset, end)
            offset = max(end, offset + 2)
            continue
        match = TOKEN.match(text, offset)
        offset = match.end()
        if match["raw"] is not None:
            if text.startswith('""', offset):
                offset += 2
                strings.append(('"""' + match["raw"], "\\" + match["raw"] + "("))
            else:
                strings.append(('"' + match["raw"], "\\" + match["raw"] + "("))
            in_string = True
        elif match["block"]:
            strings.append(('"""', "\\("))
            in_string = True
        elif match["string"]:
            strings.append(('"', "\\("))
            in_string = True
        elif match["space"]:
            line += match["space"].count("\n")
        else:
            if depths:
                if match[0] == "(":
                    depths[-1] += 1
                elif match[0] == ")":
                    if depths[-1] == 0:
                        depths.pop()
                        in_string = True
                        continue
                    depths[-1] -= 1
            found.append(Token(match[0], line))
    return found


# The uses in a folder of its sibling's names, by the pair of folders, and by file and name.
Naming = dict[tuple[str, str], dict[tuple[str, str], str]]


class Pair(NamedTuple):
    """Two sibling folders, and for each direction the uses: `path:line: name, of (the file that declares it)`."""

    first: str
    second: str
    there: list[str]
    back: list[str]


def pairs(named: Naming) -> list[Pair]:
    """The folders that name each other."""
    return [
        Pair(first, second, sorted(named[first, second].values()), sorted(named[second, first].values()))
        for first, second in sorted(named)
        if first < second and (second, first) in named
    ]


def circle(named: Naming) -> list[str]:
    """A shortest circle of folders, each of which names types of the next; empty if there is none."""
    found: list[str] = []
    for start in sorted({first for first, _ in named}):
        ways = {start: [start]}
        for folder in (queue := [start]):
            for first, second in sorted(named):
                if first == folder and second == start and (not found or len(ways[folder]) < len(found)):
                    found = ways[folder]
                elif first == folder and second not in ways:
                    ways[second] = ways[folder] + [second]
                    queue.append(second)
    return found


def naming(files: list[SwiftFile], known_elsewhere: set[str] = frozenset()) -> Naming:
    """The names of each folder's declarations that other folders of the module use. Paths are relative to the module.
    Members in `known_elsewhere` are left out, since a use may mean another module's."""
    homes: dict[tuple[str, ...], set[str]] = defaultdict(set)
    private: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for file in files:
        for name, is_private in file.types:
            (private if is_private else homes)[name].add(file.path)

    def types_at(file: SwiftFile, scope: tuple[str, ...], chain: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The types that a dotted name goes through: looked up from the innermost scope outwards."""
        for depth in range(len(scope), -1, -1):
            first = scope[:depth] + chain[:1]
            if first in homes or file.path in private[first]:
                found = [first]
                for end in range(2, len(chain) + 1):
                    longer = scope[:depth] + chain[:end]
                    if longer not in homes and file.path not in private[longer]:
                        break
                    found.append(longer)
                return found
        return []

    globals: dict[str, set[str]] = defaultdict(set)
    members: dict[str, set[str]] = defaultdict(set)
    for file in files:
        for name in file.globals:
            globals[name].add(file.path)
        for name in file.all_members:
            members[name].add(file.path)
    # A member counts only if its name is unique, and if it is added in another folder than that of its type.
    added: dict[str, str] = {}
    for file in files:
        for scope, name in file.extended:
            owners = {path for type in types_at(file, (), scope)[-1:] for path in homes[type]}
            if len(members[name]) == 1 and name not in known_elsewhere \
                    and not any(folder(path) == folder(file.path) for path in owners):
                added[name] = file.path

    named: Naming = defaultdict(dict)

    def note(file: SwiftFile, line: int, name: str, declared_in: set[str]) -> None:
        if not declared_in or file.path in declared_in:
            return
        rooms = {siblings(file.path, other) for other in declared_in}
        if None in rooms:
            return
        for here, there in rooms:
            named[here, there].setdefault((file.path, name), f"{file.path}:{line}: {name}, of {min(declared_in)}")

    for file in files:
        for use in file.uses:
            if use.is_member:
                if use.chain[0] in added:
                    note(file, use.line, "." + use.chain[0], {added[use.chain[0]]})
                continue
            for name in types_at(file, use.scope, use.chain):
                if file.path not in private[name]:
                    note(file, use.line, ".".join(name), homes[name])
            if use.chain[0] in globals and use.chain[0] not in members:
                note(file, use.line, use.chain[0], globals[use.chain[0]])

    return named


def folder(path: str) -> str:
    return str(PurePosixPath(path).parent)


def siblings(path: str, other: str) -> tuple[str, str] | None:
    """The folders at which two paths diverge, or None if the folder of one contains the other."""
    ours, theirs = PurePosixPath(path).parts[:-1], PurePosixPath(other).parts[:-1]
    for depth, (our, their) in enumerate(zip(ours, theirs), start=1):
        if our != their:
            return "/".join(ours[:depth]), "/".join(theirs[:depth])
    return None
