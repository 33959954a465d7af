/// A writer of lines in indented blocks. Each line is passed on as soon as it is complete.
final class Outline {
  private static let step = "  "

  private let sink: (String) -> Void
  private var indentation = ""

  init(_ sink: @escaping (String) -> Void) { self.sink = sink }

  func line(_ text: String) { sink(indentation + text + "\n") }

  /// Writes `name = value`. Nothing is written if the value is `nil`.
  func field(_ name: String, _ value: (some CustomStringConvertible)?) {
    if let value { line("\(name) = \(value)") }
  }

  /// Writes that the block is damaged. The block's other lines are still written.
  func damage(_ reason: String) { field("damage", reason) }
  func damage(_ error: any Error) { damage("\(error)") }

  /// Writes a title, and the lines of `body` below it.
  func block(_ title: String, _ body: () throws -> Void) rethrows {
    line(title)
    try indented(1, body)
  }

  /// Indents the lines that `body` writes.
  func indented(_ depth: Int, _ body: () throws -> Void) rethrows {
    let outer = indentation
    indentation += String(repeating: Self.step, count: depth)
    defer { indentation = outer }
    try body()
  }
}
