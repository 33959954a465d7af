internal import Foundation
internal import TestSupport

/// The built `avwrite`, run as its users run it. One that hangs is killed, so that every wait for it ends.
struct Command {
  /// The result of a run.
  struct Ending {
    var exit: Int32
    var output: String
    var errors: String
  }

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameters:
  ///   - folder: the working directory.
  ///   - input: what the standard input is; a closed descriptor, and not an empty file, when nil.
  ///   - prelude: what the shell does before it becomes the command.
  ///   - isOutputBlocking: false if a write to the standard output fails where there is no room for it.
  init(
    _ arguments: [String], in folder: TemporaryFolder, input: Pipe? = nil, prelude: String = "",
    isOutputBlocking: Bool = true
  ) throws {
    if !isOutputBlocking { _ = fcntl(output.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK) }
    let redirection = input == nil ? " <&-" : ""
    if let input { process.standardInput = input }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = output
    process.standardError = errors
    let script = prelude + #"exec "$0" "$@""# + redirection
    try process.start("/bin/sh", ["-c", script, Tool.avwrite.path ?? ""] + arguments)
  }

  /// Runs another program, for cases in which a shell has to set up the command's streams.
  ///
  /// - Parameter closesOutput: nobody reads what it writes.
  init(_ arguments: [String], of program: String, in folder: TemporaryFolder, closesOutput: Bool = false) throws {
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    if closesOutput { try output.fileHandleForReading.close() }
    try process.start(program, arguments)
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Returns whether the command has come so far that it ignores a signal.
  func ignores(_ signal: Int32) -> Bool { signals("SigIgn:") & Self.bit(signal) != 0 }

  /// Returns whether the command's first thread blocks a signal, so that another thread handles it. A process that is
  /// just starting blocks all signals, including SIGQUIT, which a job does not handle.
  func answers(_ signal: Int32) -> Bool {
    signals("SigBlk:") & (Self.bit(signal) | Self.bit(SIGQUIT)) == Self.bit(signal)
  }

  private static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal - 1) }

  /// The signals of a line of the process's status, a bit each.
  private func signals(_ name: String) -> UInt64 {
    let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
  }

  /// Returns whether the command has a file open whose name contains a text. The file may have been renamed or removed
  /// already.
  func hasOpen(_ text: String) -> Bool {
    let folder = "/proc/\(process.processIdentifier)/fd/"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return descriptors.contains { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name))?.contains(text) == true
    }
  }

  /// The number of unread bytes on the command's standard output.
  var unreadBytes: Int {
    var count: Int32 = 0
    guard ioctl(output.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(count)
  }

  /// The most bytes of memory that the command had so far; `nil` once it has ended.
  var peakBytes: Int? {
    let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// Waits until the job has made something in its folder, or has ended.
  func waitUntilItWrites(in folder: TemporaryFolder) { waitUntil { !folder.names.isEmpty } }

  /// Waits until a condition holds or the command has ended.
  func waitUntil(_ condition: () -> Bool) {
    // Another process's file is no event to wait for, and a look each millisecond costs little. A command that hangs ends
    // at its limit.
    while !condition(), process.isRunning { usleep(1000) }
  }

  /// The next that the command writes to its standard error.
  func nextErrorLine() -> String { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }

  /// Waits for the end.
  func ending() -> Ending {
    // The streams are read one after the other: no test writes more to the second than a pipe holds.
    let output = String(decoding: (try? output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let status = process.terminationStatus
    return Ending(exit: process.terminationReason == .exit ? status : -status, output: output, errors: errors)
  }

  static func run(_ arguments: String..., in folder: TemporaryFolder) throws -> Ending {
    try Command(arguments, in: folder).ending()
  }
}
