internal import Foundation
internal import Glibc

/// A copy on disk of an input that cannot seek.
///
/// The file loses its name as soon as it is made and is read through `/proc/self/fd`, so it goes with the process.
final class InputSpool {
  let url: URL
  private let descriptor: Int32

  /// Copies the whole of a descriptor to an unnamed file in a folder.
  ///
  /// - Throws: `JobError` of exit 66 when the input cannot be read, 73 or 74 when the copy cannot be written.
  init(
    descriptor source: Int32, folder: String, continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    descriptor = try Self.openUnnamed(in: folder)
    url = URL(fileURLWithPath: "/proc/self/fd/\(descriptor)")
    do {
      try Self.copy(from: source, to: descriptor, folder: folder, continuing: check)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func openUnnamed(in folder: String) throws(JobError) -> Int32 {
    var template = Array((folder + "/.avwrite-input-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw .output(errno, "\(folder): cannot spool the standard input there") }
    unlink(template)
    return file
  }

  /// A pipe's capacity on Linux is 64 KiB unless somebody raised it; larger reads bring nothing.
  private static let blockSize = 1 << 16
  /// Space is looked at as often as this many bytes were copied.
  private static let spaceCheckInterval = 64 << 20
  /// What the copy leaves free for everybody else.
  private static let reserve: UInt64 = 64 << 20

  /// A silent pipe is left this often to look whether the job goes on, in milliseconds.
  private static let patience: Int32 = 100

  private static func copy(
    from source: Int32, to file: Int32, folder: String, continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    var block = [UInt8](repeating: 0, count: blockSize)
    var untilCheck = 0
    while true {
      try check()
      var pipe = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      if poll(&pipe, 1, patience) == 0 { continue }
      let count = read(source, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .input(errno, "standard input") }
      if count == 0 { return }
      untilCheck -= count
      if untilCheck < 0 {
        try requireSpace(on: file, folder: folder)
        untilCheck = spaceCheckInterval
      }
      try write(block[..<count], to: file, folder: folder)
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32, folder: String) throws(JobError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .output(errno, "\(folder): cannot spool the standard input there") }
      rest = rest.dropFirst(written)
    }
  }

  private static func requireSpace(on file: Int32, folder: String) throws(JobError) {
    var space = statvfs()
    guard fstatvfs(file, &space) == 0 else { return }
    let (free, overflow) = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
    if !overflow, free < reserve + UInt64(spaceCheckInterval) {
      throw JobError(
        .diskFull, "\(folder): too little space to spool the standard input", hint: "--temp-dir names another folder")
    }
  }
}
