package import Foundation

/// A program that is run to its end: ours, or another implementation that reads our files.
///
/// If another's program is absent, a test that needs it says so and is skipped. `scripts/bootstrap --tests` installs
/// these programs.
package enum Tool: String, Sendable {
  case avwrite, fragmentrecorder, playbench
  case chromium, exiftool, ffmpeg, ffprobe, mediainfo, mkvextract, mkvmerge, parec, pulseaudio, swiftc
  case atomicParsley = "AtomicParsley"
  case xvfb = "Xvfb"
  case gstreamer = "gst-launch-1.0"
  case python3
  case symbolGraphExtract = "swift-symbolgraph-extract"

  /// The longest time that a program may take. None needs a tenth of it, and one that hangs must not hang the tests.
  private static let limitSeconds = 120

  package struct Failure: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
  }

  package struct Output {
    package var data: Data
    /// The text that the program wrote to its standard error.
    package var errors: String
    package var bytes: [UInt8] { [UInt8](data) }
    package var text: String { String(decoding: data, as: UTF8.self) }
  }

  /// The path of the program, or nil if it is not installed. Our programs are beside the test bundle, where the build
  /// puts every product. If the environment names another build of the command, that is used.
  package var path: String? {
    if self == .avwrite, let path = ProcessInfo.processInfo.environment["AVWRITE_TESTED"] { return path }
    if [.avwrite, .fragmentrecorder, .playbench].contains(self) {
      let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      return bundle.deletingLastPathComponent().appendingPathComponent(rawValue).path
    }
    // Packages are installed for the system's own.
    if self == .python3 {
      return FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") ? "/usr/bin/python3" : nil
    }
    return (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(rawValue)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns whether a test can use the program. If not, prints what is skipped.
  package func isInstalled(for what: String) -> Bool {
    if path != nil { return true }
    print("skipped: \(rawValue) is not installed, so \(what)")
    return false
  }

  /// The major version of ffmpeg and of the libraries that come with it, where it is installed and states one.
  package static let ffmpegVersion: Int? = {
    guard ffmpeg.path != nil, let text = try? ffmpeg.run(["-version"]).text else { return nil }
    return Int(text.drop { !$0.isNumber }.prefix(while: \.isNumber))
  }()

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - input: what it finds in `/dev/stdin`, which is a file that it can seek in.
  ///   - statuses: the exit statuses that are no failure.
  ///   - environment: a variable and its value, as `env` takes them; nil adds none.
  /// - Throws: `Failure` with the end of what it wrote to its standard error, when it exits otherwise.
  @discardableResult
  package func run(
    _ arguments: [String], input: some Sequence<UInt8> = [], accepting statuses: Set<Int32> = [0],
    environment: String? = nil
  ) throws -> Output {
    guard let path else { throw Failure(description: "\(rawValue) is not installed") }
    // The streams are files and one pipe, which is read to its end, so that neither side can wait for the other.
    let folder = try TemporaryFolder()
    try Data(input).write(to: folder.file("input"))
    try folder.write("", to: "errors")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    let variables = environment.map { ["/usr/bin/env", $0] } ?? []
    process.arguments = ["--kill-after=5", "\(Self.limitSeconds)"] + variables + [path] + arguments
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: folder.file("input"))
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: folder.file("errors"))
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let errors = (try? folder.read("errors")) ?? ""
    guard statuses.contains(process.terminationStatus) else {
      throw Failure(description: "\(rawValue) ended with \(process.terminationStatus): \(errors.suffix(2000))")
    }
    return Output(data: data, errors: errors)
  }
}
