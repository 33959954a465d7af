"""Tests of rooms.py, run by `scripts/check-boundaries --self-test`."""

import unittest

from rooms import SwiftFile, circle, naming, pairs, tokens


def found(known_elsewhere: set[str] = frozenset(), **files: str) -> list[tuple[str, str]]:
    """The pairs among files whose names are given as A__B__File for A/B/File.swift."""
    swift = [SwiftFile(name.replace("__", "/") + ".swift", text) for name, text in files.items()]
    return [(pair.first, pair.second) for pair in pairs(naming(swift, known_elsewhere))]


class RoomTests(unittest.TestCase):
    def test_one_direction_is_no_pair(self):
        self.assertEqual(found(A__X="struct X { let y: Y }", B__Y="struct Y {}"), [])

    def test_both_directions_are_a_pair_with_its_places(self):
        files = [SwiftFile("A/X.swift", "struct X {\n    let y: Y\n}"), SwiftFile("B/Y.swift", "enum Y {}"),
                 SwiftFile("B/Z.swift", "func z(_ x: X) {}")]
        [pair] = pairs(naming(files))
        self.assertEqual(pair.there, ["A/X.swift:2: Y, of B/Y.swift"])
        self.assertEqual(pair.back, ["B/Z.swift:1: X, of A/X.swift"])

    def test_every_way_to_name_a_type(self):
        for use in ("let y = Y()", "let y = Y.make()", "func f(_ y: [Y?]) {}", "extension Y {}", "typealias Q = Y", "let t = \"\\(Y.self)\"",
                    "class Q: Y {}", "struct Q<T: Y> {}", "let y = #\"\\#(Y())\"#", 'let s = """\n\\(Y("{"))\n"""'):
            with self.subTest(use):
                self.assertEqual(found(A__X="struct X {}\n" + use, B__Y="protocol Y { var x: X { get } }"), [("A", "B")])

    def test_words_that_name_nothing(self):
        for use in ("// Y", "/* Y */", 'let s = "Y \\\\(Y)"', "let s = #\"\\(Y)\"#", "let s = value.Y", "struct Q<Y> { let y: Y }", "call(Y: 1)"):
            with self.subTest(use):
                self.assertEqual(found(A__X="struct X {}\n" + use, B__Y="struct Y { let x: X }"), [])

    def test_a_nested_name_is_looked_up_from_within(self):
        nested = "struct Plan { struct Segment {} ; let segments: [Segment] }"
        self.assertEqual(found(A__Plan=nested, B__Segment="struct Segment { let plan: Plan }"), [])
        self.assertEqual(found(A__Plan=nested, A__More="extension Plan { func f(_ s: Segment) {} }", B__Segment="struct Segment { let plan: Plan }"), [])
        self.assertEqual(found(A__Plan=nested, A__Other="let s: Segment", B__Segment="struct Segment { let plan: Plan }"), [("A", "B")])

    def test_a_nested_type_that_an_extension_adds(self):
        files = dict(A__Plan="struct Plan {}", B__Part="extension Plan { struct Part {} }")
        self.assertEqual(found(**files, A__Use="let part: Plan.Part"), [("A", "B")])
        self.assertEqual(found(**files, A__Use="let part: Other.Part"), [])

    def test_a_private_type_is_its_file_s_own(self):
        self.assertEqual(found(A__X="struct X { let state: State }\nprivate enum State {}", B__State="struct State { let x: X }"), [])
        self.assertEqual(found(A__X="struct X { let state: State }", B__State="private struct State { let x: X }"), [])

    def test_a_member_that_an_extension_adds(self):
        files = dict(A__Plan="struct Plan {}", B__More="extension Plan { var shortest: Int { 0 } }")
        self.assertEqual(found(**files, A__Use="let s = plan.shortest"), [("A", "B")])
        self.assertEqual(found(**files, A__Use="let s = Plan().first.shortest"), [("A", "B")])
        self.assertEqual(found({"shortest"}, **files, A__Use="let s = plan.shortest"), [])
        self.assertEqual(found(**files, A__Use="let s = plan.shortest", A__Other="struct Other { let shortest: Int }"), [])

    def test_a_member_of_a_foreign_type(self):
        files = dict(A__X="struct X {}", B__More="extension Double { func exact(_ x: X) {} }")
        self.assertEqual(found(**files, A__Use="let s = 2.0.exact(x)"), [("A", "B")])

    def test_a_free_function(self):
        self.assertEqual(found(A__X="struct X {}\nlet z = make()", B__Make="func make() -> X { X() }"), [("A", "B")])

    def test_siblings_at_every_level(self):
        self.assertEqual(found(A__B__X="struct X { let y: Y }", A__C__Y="struct Y { let x: X }"), [("A/B", "A/C")])
        self.assertEqual(found(A__B__X="struct X { let y: Y }", D__Y="struct Y { let z: Z }", A__C__Z="struct Z {}"), [("A", "D")])
        self.assertEqual(found(A__X="struct X { let y: Y }", A__B__Y="struct Y { let x: X }"), [])

    def test_a_longer_circle(self):
        files = [SwiftFile(f"{room}/{room}.swift", f"struct {room} {{ let next: {other} }}") for room, other in ("XY", "YZ", "ZQ", "QX")]
        self.assertEqual(circle(naming(files)), ["Q", "X", "Y", "Z"])
        self.assertEqual(circle(naming(files[:3])), [])

    def test_lines_are_counted_through_strings_and_comments(self):
        self.assertEqual([token.line for token in tokens('/*\n*/ a """\n \\(b)\n""" c')], [2, 3, 4])


if __name__ == "__main__":
    unittest.main()
