internal import CLibYAML

/// A parser of documents that uses libyaml's events.
///
/// Use it from one thread at a time.
package final class YAMLParser {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  /// The text, which libyaml reads in place.
  private let text: UnsafeMutableBufferPointer<UInt8>
  private var event = yaml_event_t()

  /// The greatest depth of nesting. Each level needs space on the stack, and no real document is deeper.
  private static let deepest = 64
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter text: the text, which may begin with a byte order mark (YAML 1.2, 5.2).
  package init(_ text: String) throws(YAMLError) {
    // If the encoding is set, libyaml counts the mark as a column, so later lines at the margin would begin another
    // block.
    let bytes = Array(text.utf8.dropFirst(text.utf8.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0))
    self.text = .allocate(capacity: bytes.count)
    _ = self.text.initialize(from: bytes)
    guard yaml_parser_initialize(parser) == 1 else { throw YAMLError(problem: "there is not enough memory to read it") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, self.text.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// Returns the one document of a text, or nil if the text is empty.
  package static func document(of text: String) throws(YAMLError) -> YAMLNode? {
    let parser = try YAMLParser(text)
    guard let root = try parser.next() else { return nil }
    if let second = try parser.next() { throw YAMLError(line: second.line, problem: "a second document begins here") }
    return root
  }

  /// Returns the next document; nil at the end.
  package func next() throws(YAMLError) -> YAMLNode? {
    while true {
      switch try advance() {
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return nil
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case let kind: return try node(kind, depth: 0)
      }
    }
  }

  /// - Returns: The kind of the next event.
  private func advance() throws(YAMLError) -> yaml_event_type_t {
    yaml_event_delete(&event)
    guard yaml_parser_parse(parser, &event) == 1 else {
      let problem = parser.pointee.problem.map { String(cString: $0) } ?? "cannot be read"
      // For bytes that are not text, libyaml reports an offset but no line.
      let isOfText = parser.pointee.error != YAML_READER_ERROR
      throw YAMLError(line: isOfText ? Self.line(parser.pointee.problem_mark) : nil, problem: problem)
    }
    return event.type
  }

  private static func line(_ mark: yaml_mark_t) -> Int { Int(clamping: mark.line) + 1 }

  /// Returns the value that the current event begins.
  private func node(_ kind: yaml_event_type_t, depth: Int) throws(YAMLError) -> YAMLNode {
    let line = Self.line(event.start_mark)
    guard depth < Self.deepest else {
      throw YAMLError(line: line, problem: "is nested more than \(Self.deepest) levels deep")
    }
    switch kind {
    case YAML_SCALAR_EVENT: return YAMLNode(value: scalar(), line: line)
    case YAML_SEQUENCE_START_EVENT: return YAMLNode(value: .sequence(try elements(depth + 1)), line: line)
    case YAML_MAPPING_START_EVENT: return YAMLNode(value: .mapping(try entries(depth + 1)), line: line)
    default: throw YAMLError(line: line, problem: "is an alias (*name), which is not supported")
    }
  }

  private func scalar() -> YAMLNode.Value {
    let scalar = event.data.scalar
    let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    return scalar.style == YAML_PLAIN_SCALAR_STYLE && ["", "~", "null"].contains(text) ? .null : .scalar(text)
  }

  private func elements(_ depth: Int) throws(YAMLError) -> [YAMLNode] {
    var elements: [YAMLNode] = []
    while true {
      let kind = try advance()
      if kind == YAML_SEQUENCE_END_EVENT { return elements }
      elements.append(try node(kind, depth: depth))
    }
  }

  private func entries(_ depth: Int) throws(YAMLError) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var keys: Set<YAMLNode.Value> = []
    while true {
      let kind = try advance()
      if kind == YAML_MAPPING_END_EVENT { return entries }
      let key = try node(kind, depth: depth)
      guard keys.insert(key.value).inserted else {
        throw YAMLError(line: key.line, problem: "\(key.text ?? "a key") is given twice")
      }
      entries.append(YAMLNode.Entry(key: key, value: try node(try advance(), depth: depth)))
    }
  }
}
