/// Lines in indented blocks, handed on as they are made.
final class Outline {
  private static let step = "  "

  private let sink: (String) -> Void
  private var indentation = ""

  init(_ sink: @escaping (String) -> Void) { self.sink = sink }

  func line(_ text: String) { sink(indentation + text + "\n") }

  /// `name = value`; nothing for `nil`.
  func field(_ name: String, _ value: (some CustomStringConvertible)?) {
    if let value { line("\(name) = \(value)") }
  }

  /// What is wrong with the block, whose other lines are worth reading all the same.
  func damage(_ reason: String) { field("damage", reason) }
  func damage(_ error: any Error) { damage("\(error)") }

  /// A title, and what `body` writes below it.
  func block(_ title: String, _ body: () throws -> Void) rethrows {
    line(title)
    try indented(1, body)
  }

  /// Indents what `body` writes.
  func indented(_ depth: Int, _ body: () throws -> Void) rethrows {
    let outer = indentation
    indentation += String(repeating: Self.step, count: depth)
    defer { indentation = outer }
    try body()
  }
}
