import Dispatch
import Foundation
import TestSupport

/// A headless Chromium that shows one page and waits for its result.
///
/// The page and its films are files; nothing is fetched. The page writes its result to the console, and the browser
/// writes the console to its standard error, where this waits for it.
struct Browser {
  /// A browser that says nothing for so long is ended.
  private static let limitSeconds = 90

  /// Shows a page of the folder until it has given its result.
  ///
  /// - Parameters:
  ///   - page: HTML. Its result is JSON, which it writes to the console as `RESULT … END`; what is long comes in pieces
  ///     before that, each as `PART … END`.
  ///   - query: what the page finds in `location.search`.
  ///   - fragment: what it finds in `location.hash`.
  /// - Returns: the pieces and the result, joined.
  /// - Throws: `Tool.Failure` with what the browser said, when it gave no result.
  static func show(
    _ page: String, query: String = "", fragment: String = "", in folder: TemporaryFolder
  ) throws -> Data {
    try Data(page.utf8).write(to: URL(fileURLWithPath: folder.path("page.html")))
    guard let path = Tool.chromium.path else { throw Tool.Failure(description: "chromium is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      // Machines of tests have no screen, no graphics processor, a small /dev/shm, and often only root.
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-extensions", "--disable-background-networking", "--user-data-dir=" + folder.path("profile"),
      "--autoplay-policy=no-user-gesture-required", "--force-color-profile=srgb",
      // A page may look at the pixels of a file beside it.
      "--allow-file-access-from-files", "--enable-logging=stderr", "--log-level=0",
      "file://" + folder.path("page.html") + "?\(query)#" + fragment,
    ]
    let log = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log
    try process.run()
    // Not a signal that can be blocked: a child inherits what this process's threads block. Its own children end
    // with it.
    let end = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limitSeconds), execute: end)
    defer {
      end.cancel()
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
    var (text, result) = (Data(), Data())
    while true {
      let more = log.fileHandleForReading.availableData
      if more.isEmpty {
        let said = String(decoding: text.suffix(2000), as: UTF8.self)
        throw Tool.Failure(description: "chromium gave no result: \(said)")
      }
      text += more
      while let end = text.range(of: Data(" END".utf8)) {
        let line = text[..<end.lowerBound]
        text = Data(text[end.upperBound...])
        let last = line.range(of: Data("RESULT ".utf8), options: .backwards)
        guard let start = last ?? line.range(of: Data("PART ".utf8), options: .backwards) else { continue }
        result += line[start.upperBound...]
        if last != nil { return result }
      }
    }
  }
}
