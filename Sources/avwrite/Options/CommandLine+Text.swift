internal import AVWritePipeline
internal import Glibc

extension CommandLine {
  /// Ends the process if an argument is not valid UTF-8.
  ///
  /// Swift replaces the invalid bytes, so that a file of another name would be read or written.
  static func requireText() {
    for place in 1..<max(1, Int(argc)) {
      guard let argument = unsafeArgv[place], String(validatingCString: argument) == nil else { continue }
      Console.complain(
        JobError(
          .usage, "argument \(place), \(quoted(argument)), is not UTF-8 text",
          hint: "rename the file, make a link to it (ln -s), or redirect an input (avwrite transcode - OUT <FILE)"),
        printsDocument: Avwrite.printsDocument(pathTexts))
      exit(JobExit.usage.code)
    }
  }

  /// The arguments. Bytes that are not valid UTF-8 are kept in the way of `String(pathBytes:)`.
  static var pathTexts: [String] {
    (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0] }.map { argument in
      String(pathBytes: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  /// Returns an argument in a form that a shell reads back as the same bytes: `$'\xff.mp4'`.
  private static func quoted(_ argument: UnsafePointer<CChar>) -> String {
    var text = "$'"
    for byte in UnsafeBufferPointer(start: argument, count: strlen(argument)) {
      let byte = UInt8(bitPattern: byte)
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): text += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: text += String(UnicodeScalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + "'"
  }
}
