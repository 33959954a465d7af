/// The files whose contents go into outputs, covers and lists of chapters. Each is read once, since one may be a pipe.
struct AddedFiles {
  /// More bytes than any cover or list of chapters has.
  private static let largestFile = 64 << 20

  private var contents: [String: [UInt8]] = [:]

  /// Returns all bytes of a file.
  ///
  /// - Throws: `JobError` of exit 66, or of 69 for a file that is larger than 64 MiB.
  mutating func bytes(of path: String) throws(JobError) -> [UInt8] {
    if let bytes = contents[path] { return bytes }
    let bytes = try [UInt8](contentOf: path, atMost: Self.largestFile)
    contents[path] = bytes
    return bytes
  }
}
