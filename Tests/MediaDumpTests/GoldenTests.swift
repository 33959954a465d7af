import Foundation
import Testing

@Suite("Goldens")
struct GoldenTests {
  private func withDirectory(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "goldens-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
  }

  @Test func `a missing golden fails`() throws {
    try withDirectory { directory in
      let verdict = try Golden(name: "none", in: directory).compare("a\n", updating: false, isUnattended: false)
      #expect(verdict == .missing("none.txt"))
      #expect(verdict.complaint?.contains("AVWRITE_UPDATE_GOLDENS=1") == true)
    }
  }

  @Test func `an updated golden is equal afterwards`() throws {
    try withDirectory { directory in
      let golden = Golden(name: "deep/one", in: directory)
      try #expect(golden.compare("a\nb\n", updating: true, isUnattended: false) == .updated)
      try #expect(golden.compare("a\nb\n", updating: false, isUnattended: true) == .equal)
    }
  }

  @Test func `an update is refused where nobody reviews it`() throws {
    try withDirectory { directory in
      let golden = Golden(name: "one", in: directory)
      let verdict = try golden.compare("a\n", updating: true, isUnattended: true)
      #expect(verdict == .refused)
      #expect(verdict.complaint != nil)
      #expect(!FileManager.default.fileExists(atPath: golden.url.path))
    }
  }

  @Test func `a difference shows changes with the lines around`() throws {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 10\n", with: "line ten\nand more\n")
    #expect(
      LineDifference(from: old, to: new).unified == """
        --- golden
        +++ text
        @@ -7 +7 @@
         line 7
         line 8
         line 9
        -line 10
        +line ten
        +and more
         line 11
         line 12
         line 13

        """)
  }

  @Test func `a final line feed is a difference, and empty texts have none`() {
    #expect(LineDifference(from: "a", to: "a\n").unified.contains("+"))
    #expect(LineDifference(from: "", to: "").unified == "--- golden\n+++ text\n")
  }
}
