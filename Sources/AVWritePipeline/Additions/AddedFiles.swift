/// The files whose contents go into outputs, covers and lists of chapters. Each is read once, since one may be a pipe.
struct AddedFiles {
  /// More bytes than any cover or list of chapters has.
  private static let largestFile = 64 << 20

  private let check: () throws(JobError) -> Void
  private var contents: [String: [UInt8]] = [:]

  /// - Parameter check: a closure that is called now and then while a file is read; its error ends the reading.
  init(continuing check: @escaping () throws(JobError) -> Void = {}) { self.check = check }

  /// Returns all bytes of a file.
  ///
  /// - Throws: `JobError` of exit 66, or of 69 for a file that is larger than 64 MiB, or the error of the check.
  mutating func bytes(of path: String) throws(JobError) -> [UInt8] {
    if let bytes = contents[path] { return bytes }
    let bytes = try [UInt8](contentOf: path, atMost: Self.largestFile, continuing: check)
    contents[path] = bytes
    return bytes
  }
}
