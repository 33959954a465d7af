internal import Foundation
internal import Glibc

/// A copy on disk of an input that cannot seek.
///
/// The file loses its name as soon as it is made and is read through `/proc/self/fd`, so it goes with the process.
final class InputSpool: Sendable {
  let url: URL
  private let descriptor: Int32
  /// The user's name for the input.
  private let name: String
  private let folder: String

  /// Copies everything that a descriptor gives to an unnamed file in a folder.
  ///
  /// - Throws: `JobError` of exit 66 when the input cannot be read, 73 or 74 when the copy cannot be written.
  convenience init(
    of name: String, descriptor source: Int32, folder: String, continuing check: () throws(JobError) -> Void
  ) throws(JobError) {
    try self.init(of: name, folder: folder) { (block: UnsafeMutableRawBufferPointer) throws(JobError) -> Int? in
      try check()
      return try SharedDescriptor(source).read(into: block, named: name)
    }
  }

  /// Copies everything that a closure reads to an unnamed file in a folder.
  ///
  /// - Parameter next: a closure that puts the next bytes into a block and returns their number, which is 0 at the end.
  ///   It returns nil where none have come yet.
  /// - Throws: The closure's error; `JobError` of exit 73 or 74 when the copy cannot be written.
  init(
    of name: String, folder: String, reading next: (UnsafeMutableRawBufferPointer) throws(JobError) -> Int?
  ) throws(JobError) {
    self.name = name
    self.folder = folder
    descriptor = try Self.openUnnamed(in: folder, for: name)
    url = URL(fileURLWithPath: "/proc/self/fd/\(descriptor)")
    do {
      try copy(reading: next)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func openUnnamed(in folder: String, for name: String) throws(JobError) -> Int32 {
    var template = Array((folder + "/.avwrite-input-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw .output(errno, "\(folder): cannot write a temporary copy of \(name)") }
    unlink(template)
    return file
  }

  /// The bytes that are read at once: a pipe's usual capacity on Linux. Larger reads bring nothing.
  private static let blockSize = 1 << 16
  /// The number of bytes after which free space is checked again.
  private static let spaceCheckInterval = 64 << 20
  /// The number of bytes that the copy leaves free for everybody else.
  private static let reserve: UInt64 = 64 << 20

  private func copy(
    reading next: (UnsafeMutableRawBufferPointer) throws(JobError) -> Int?
  ) throws(JobError) {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 1)
    defer { block.deallocate() }
    var untilCheck = 0
    while true {
      guard let count = try next(block) else { continue }
      if count == 0 { return }
      untilCheck -= count
      if untilCheck < 0 {
        try requireSpace()
        untilCheck = Self.spaceCheckInterval
      }
      try write(UnsafeRawBufferPointer(rebasing: block[..<count]))
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(JobError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .output(errno, "\(folder): cannot write a temporary copy of \(name)") }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  private func requireSpace() throws(JobError) {
    var space = statvfs()
    guard fstatvfs(descriptor, &space) == 0 else { return }
    let (free, overflow) = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
    if !overflow, free < Self.reserve + UInt64(Self.spaceCheckInterval) {
      throw JobError(
        .diskFull, "\(folder): not enough space for a temporary copy of \(name)",
        hint: "choose another folder with --temp-dir")
    }
  }
}
