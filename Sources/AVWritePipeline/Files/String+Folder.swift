extension String {
  /// The folder of a path, with its slash as it is written before the name, empty for a name alone.
  var folderWithSlash: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }

  /// The folder of a path as the kernel needs it: `.` for a name alone.
  var folder: String {
    let written = folderWithSlash
    if written.isEmpty { return "." }
    return written == "/" ? written : String(written.dropLast())
  }
}
