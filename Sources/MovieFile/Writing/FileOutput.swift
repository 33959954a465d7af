import Foundation
import MediaSupport

/// An output for a file, which gathers bytes into large writes, or writes them at an offset.
///
/// Nothing is synchronised to the disk. Failed calls throw `MediaError.system` with the path.
final class FileOutput {
  /// The descriptor; `nil` if nothing is written, and only the size counts.
  private let descriptor: Int32?
  let path: String
  /// A Boolean value that says whether this object created the file. It then closes the file, and removes it in
  /// `discard`.
  private let isCreated: Bool
  private var isClosed = false
  /// The offset of the next appended byte, gathered bytes included.
  private(set) var position: Int64 = 0
  /// The size of the file so far, without the gathered bytes.
  private(set) var size: Int64 = 0
  private var gathered: [UInt8] = []

  /// One mebibyte a write: fewer and larger writes gain nothing, since the page cache copies page by page.
  private static let gatheredLimit = 1 << 20
  /// The number of bytes moved at once when media is shifted within the file.
  private static let moveBlock = 4 << 20

  /// Creates the file, which must not exist.
  init(creating path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw MediaError.system(
        errno, .writing, "cannot create \(path)", path: path, fallback: .outputUnavailable)
    }
    self.descriptor = descriptor
    self.path = path
    isCreated = true
  }

  /// Writes to an open file from its start. The caller keeps the descriptor and closes it.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    isCreated = false
  }

  /// Writes nothing, and only counts in `size` the bytes that would be written.
  init() {
    descriptor = nil
    path = ""
    isCreated = false
  }

  deinit { if !isClosed { discard() } }

  /// Adds bytes at `position`. Large pieces are written to the file at once, without a copy.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count > 0 else { return }
    if gathered.count + bytes.count <= Self.gatheredLimit {
      gathered.append(contentsOf: bytes)
      position += Int64(bytes.count)
      return
    }
    try drain()
    if bytes.count < Self.gatheredLimit / 2 {
      gathered.append(contentsOf: bytes)
    } else {
      try write(bytes, at: position)
    }
    position += Int64(bytes.count)
  }

  func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

  func append(_ boxes: ByteWriter) throws { try boxes.forEachPiece { try append($0) } }

  /// Continues at a later offset; the bytes between read as zeros.
  func skip(to place: Int64) throws {
    try drain()
    position = place
  }

  /// Writes the gathered bytes.
  func drain() throws {
    guard !gathered.isEmpty else { return }
    try gathered.withUnsafeBytes { try write($0, at: position - Int64($0.count)) }
    gathered.removeAll(keepingCapacity: true)
  }

  /// Writes bytes at an offset in the part of the file that is already written.
  func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws {
    size = max(size, place + Int64(bytes.count))
    guard let descriptor else { return }
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place + Int64(done)))
      if written < 0 {
        if errno == EINTR { continue }
        throw failure("cannot write")
      }
      done += written
    }
  }

  func write(_ bytes: [UInt8], at place: Int64) throws { try bytes.withUnsafeBytes { try write($0, at: place) } }

  func write(_ boxes: ByteWriter, at place: Int64) throws {
    var place = place
    try boxes.forEachPiece {
      try write($0, at: place)
      place += Int64($0.count)
    }
  }

  /// Moves `count` bytes within the file, either way; source and target may overlap. No bytes are gathered afterwards.
  func move(from source: Int64, count: Int64, to target: Int64) throws {
    try drain()
    size = max(size, target + count)
    guard let descriptor else { return }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.moveBlock, alignment: 16)
    defer { block.deallocate() }
    var moved: Int64 = 0
    while moved < count {
      let size = min(Int64(block.count), count - moved)
      // If bytes move towards the end of the file, the last block is moved first, so that none is overwritten before it
      // is read.
      let offset = target > source ? count - moved - size : moved
      let part = UnsafeMutableRawBufferPointer(rebasing: block[..<Int(size)])
      try read(part, at: source + offset, from: descriptor)
      try write(UnsafeRawBufferPointer(part), at: target + offset)
      moved += size
    }
  }

  private func read(_ bytes: UnsafeMutableRawBufferPointer, at place: Int64, from descriptor: Int32) throws {
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(place + Int64(done)))
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("cannot read back")
      }
      guard count > 0 else {
        throw MediaError(.inputOutput, .finishing, "\(path) became shorter while it was written", path: path)
      }
      done += count
    }
  }

  /// Truncates or extends the file.
  func truncate(to size: Int64) throws {
    self.size = size
    guard let descriptor else { return }
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw failure("cannot set the size of") }
  }

  /// Writes the gathered bytes, and closes the file if this object created it.
  func finish() throws {
    try drain()
    isClosed = true
    if isCreated, let descriptor, close(descriptor) != 0 { throw failure("cannot close") }
  }

  /// Drops the gathered bytes, truncates the file, and closes it if this object created it.
  func leave(at size: Int64) throws {
    gathered = []
    guard !isClosed else { return }
    try truncate(to: size)
    isClosed = true
    if isCreated, let descriptor { close(descriptor) }
  }

  /// Drops the gathered bytes, and removes the file, complete or not, if this object created it.
  func discard() {
    gathered = []
    defer { isClosed = true }
    guard isCreated, let descriptor else { return }
    if !isClosed { close(descriptor) }
    unlink(path)
  }

  private func failure(_ what: String) -> MediaError {
    MediaError.system(errno, .writing, "\(what) the file", path: path)
  }
}
