import Testing
import YAML

@Suite struct YAMLParserTests {
  @Test func `a document of every kind of value, with its lines`() throws {
    let text = """
      # settings
      crf: 20
      drop: [audio, 'sub: title']
      empty:
      jobs:
        - in: "a\\tb"
        - ~
      """
    let root = try #require(try YAMLParser.document(of: text))
    #expect(root.entries?.map(\.key.text) == ["crf", "drop", "empty", "jobs"])
    #expect(root.entries?.map(\.key.line) == [2, 3, 4, 5])
    #expect(root["crf"]?.texts == ["20"])
    #expect(root["drop"]?.texts == ["audio", "sub: title"])
    #expect(root["empty"]?.value == .null)
    #expect(root["jobs"]?.elements?.first?["in"]?.text == "a\tb")
    #expect(root["jobs"]?.elements?.last?.value == .null)
    #expect(root["nothing"] == nil)
  }

  @Test func `JSON is read too`() throws {
    let root = try YAMLParser.document(of: #"{"a": ["x", "null", null, 1.5, {"b": true}], "c": "\u00e4\/"}"#)
    #expect(root?["a"]?.elements?[1].text == "null")
    #expect(root?["a"]?.elements?[2].value == .null)
    #expect(root?["a"]?.elements?[4]["b"]?.text == "true")
    #expect(root?["c"]?.text == "ä/")
  }

  @Test func `a byte order mark belongs to no line`() throws {
    let root = try #require(try YAMLParser.document(of: "\u{FEFF}crf: 30\nspeed: fast\n"))
    #expect(root.entries?.map(\.key.text) == ["crf", "speed"])
    #expect(root.entries?.map(\.key.line) == [1, 2])
    let jobs = try YAMLParser.document(of: "\u{FEFF}- a\r\n- b\r\n")
    #expect(jobs?.texts == ["a", "b"])
    #expect(try YAMLParser.document(of: "\u{FEFF}") == nil)
  }

  @Test func `several documents, one after the other`() throws {
    let parser = try YAMLParser("a\n---\nb\n...\n")
    #expect(try parser.next()?.text == "a")
    #expect(try parser.next()?.text == "b")
    #expect(try parser.next() == nil)
    #expect(try parser.next() == nil)
    #expect(try YAMLParser.document(of: "# nothing") == nil)
  }

  @Test(arguments: [
    ("a: 1\nb: [1, 2\nc: 3", 3), ("a: 1\na: 2", 2), ("a: &x 1\nb: *x", 2), ("a\n---\nb", 3), ("\ta: 1", 1),
    (String(repeating: "[", count: 5000), 1), ("a: 1\n b: 2", 2),
  ])
  func `what is no document says where`(text: String, line: Int) {
    let error = #expect(throws: YAMLError.self) { try YAMLParser.document(of: text) }
    #expect(error?.line == line)
    #expect(error?.problem.isEmpty == false)
  }

  @Test func `control characters are no text`() {
    #expect(throws: YAMLError.self) { try YAMLParser.document(of: "a: \u{1}") }
  }
}
