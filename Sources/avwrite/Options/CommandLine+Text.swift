internal import AVWritePipeline
internal import Glibc

extension CommandLine {
  /// Refuses arguments that are no UTF-8 text.
  ///
  /// Swift repairs such bytes, and a file of another name would be read or written.
  static func requireText() {
    for place in 1..<max(1, Int(argc)) {
      guard let argument = unsafeArgv[place], String(validatingCString: argument) == nil else { continue }
      Console.complain(
        JobError(
          .usage, "argument \(place) ('\(String(cString: argument))') is not UTF-8 text",
          hint: "a link with another name, or '-' for an input, leads to the file"))
      exit(JobExit.usage.code)
    }
  }
}
