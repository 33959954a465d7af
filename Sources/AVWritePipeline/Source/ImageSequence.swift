internal import Foundation

/// The files, each with one picture, that match a pattern: `frame-%04d.png`, or `frame-*.png` in quotes.
///
/// Only the last part of a path can be a pattern, and only if no file has that name.
struct ImageSequence {
  /// The files in the order in which they are shown: by number, or by name.
  let files: [URL]
  /// The identities of the files, in the same order.
  let identities: [FileIdentity]

  /// - Returns: `nil` for a path that is no pattern.
  /// - Throws: `JobError` of exit 66 where no file matches, a number is missing, or what matches is no regular file: the
  ///   opening of a named pipe would wait for its writer.
  init?(pattern path: String) throws(JobError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let numbered = NumberPattern(name)
    guard numbered != nil || name.contains(where: { "*?[".contains($0) }) else { return nil }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder) else {
      throw .input(ENOENT, path)
    }
    let found =
      if let numbered { try Self.inOrder(names, of: numbered, folder) } else {
        names.filter { fnmatch(name, $0, FNM_PERIOD) == 0 }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
    if found.isEmpty { throw JobError(.inputMissing, "\(path): no such file") }
    files = found.map { URL(fileURLWithPath: folder + $0) }
    identities = try found.map { (name) throws(JobError) in
      let path = folder + name
      guard let status = stat(path: path, followingLinks: true) else { throw .input(errno, path) }
      if status.isDirectory { throw .input(EISDIR, path) }
      guard status.isRegularFile else {
        throw JobError(.inputUnreadable, "\(path): is not a regular file")
      }
      return FileIdentity(status)
    }
  }

  private static func inOrder(
    _ names: [String], of pattern: NumberPattern, _ folder: String
  ) throws(JobError) -> [String] {
    let found = names.compactMap { name in pattern.number(of: name).map { (number: $0, name: name) } }
      .sorted { $0.number < $1.number }
    for (one, other) in zip(found, found.dropFirst()) where other.number != one.number + 1 {
      throw JobError(
        .inputMissing, "\(folder)\(pattern.name(one.number + 1)): no such file, but \(other.name) exists",
        hint: "use the pattern '\(pattern.prefix)*\(pattern.suffix)' to read a sequence with gaps")
    }
    return found.map(\.name)
  }
}

/// A file name with a number in it, as C's `printf` writes one: `%d`, or `%04d` for four digits at least.
private struct NumberPattern {
  let prefix: String
  let suffix: String
  private let width: Int

  /// The largest number of digits. Longer numbers do not fit 64 bits.
  private static let mostDigits = 18

  init?(_ name: String) {
    guard let percent = name.firstIndex(of: "%"), let end = name[percent...].firstIndex(of: "d") else { return nil }
    let digits = name[name.index(after: percent)..<end]
    guard digits.isEmpty || digits.first == "0" && digits.count > 1, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let width = digits.isEmpty ? 1 : Int(digits), (1...Self.mostDigits).contains(width)
    else { return nil }
    self.width = width
    prefix = String(name[..<percent])
    suffix = String(name[name.index(after: end)...])
  }

  func name(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits + suffix
  }

  /// Returns the number in a file's name.
  ///
  /// - Returns: `nil` for a name that the pattern does not write.
  func number(of name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else { return nil }
    let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard digits.count <= Self.mostDigits, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
      self.name(number) == name
    else { return nil }
    return number
  }
}
