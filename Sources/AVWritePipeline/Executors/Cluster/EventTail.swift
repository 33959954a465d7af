internal import Foundation

/// A reader of the lines that another process, maybe on another machine, appends to a file.
///
/// The file is opened each time: a network's file system brings a file up to date when it is opened (nfs(5)).
struct EventTail {
  private let path: String
  private var place = 0
  /// The beginning of a line whose end is not there yet.
  private var rest: [UInt8] = []

  /// The most bytes that are read at once, so that one file does not keep others waiting.
  private static let readSize = 1 << 20

  init(path: String) { self.path = path }

  /// Returns the objects of all lines that are there by now, from where the last call ended.
  mutating func all() -> [JSON] {
    var lines: [JSON] = []
    while true {
      let start = place
      lines += next()
      if place == start { return lines }
    }
  }

  /// Returns the objects of the lines that are new. A line that is none, which a full disk may have cut, is left out.
  mutating func next() -> [JSON] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    let count = pread(descriptor, &buffer, buffer.count, place)
    guard count > 0 else { return [] }
    place += count
    rest += buffer[..<count]
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { rest.removeSubrange(...end) }
    return rest[..<end].split(separator: UInt8(ascii: "\n")).compactMap { JSON(reading: $0) }
  }
}
