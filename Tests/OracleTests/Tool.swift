import Foundation

/// A program that is run to its end: ours, or another implementation that reads our files.
///
/// A test that needs another's program is skipped where it is absent, and says so. `scripts/bootstrap --tests`
/// installs them.
enum Tool: String {
  case avwrite, chromium, ffmpeg, ffprobe, mediainfo
  case gstreamer = "gst-launch-1.0"

  /// No oracle needs a tenth of it; one that hangs must not hang the tests.
  private static let limitSeconds = 120

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  struct Output {
    var bytes: Data
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Where the program is: ours beside the test bundle, where the build puts every product.
  var path: String? {
    if self == .avwrite {
      let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      return bundle.deletingLastPathComponent().appendingPathComponent(rawValue).path
    }
    return (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(rawValue)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a test can ask it; says what is skipped where not.
  func isInstalled(for what: String) -> Bool {
    if path != nil { return true }
    print("skipped: \(rawValue) is not installed, so \(what)")
    return false
  }

  /// Runs it to its end.
  ///
  /// - Throws: `Failure` with the end of what it wrote to its standard error, when it does not exit 0.
  @discardableResult
  func run(_ arguments: [String]) throws -> Output {
    guard let path else { throw Failure(description: "\(rawValue) is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["--kill-after=5", "\(Self.limitSeconds)", path] + arguments
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("avwrite-oracle-\(UUID().uuidString)")
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
      throw Failure(description: "\(rawValue) ended with \(process.terminationStatus): \(reason.suffix(2000))")
    }
    return Output(bytes: bytes)
  }
}
