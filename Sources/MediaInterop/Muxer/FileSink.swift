internal import CFFmpeg
import Foundation
import MediaSupport

/// A new file or stream that libavformat writes to through our own calls, so that the `errno` of a failure is known.
final class FileSink {
  /// The library's stream over this file; it refers to this object without retaining it.
  private(set) var stream: UnsafeMutablePointer<AVIOContext>?
  /// The `errno` of the first call that failed.
  private(set) var failure: Int32?
  /// The file's descriptor; negative if there is no file.
  private var descriptor: Int32 = -1
  /// The offset of the library's next write, except in a stream; and the end of all writes.
  private var place: Int64 = 0
  private(set) var size: Int64 = 0
  /// The written bytes, while they are held back.
  private var held: [UInt8]?
  /// The closure that receives the bytes if there is no file.
  private let output: (@Sendable (UnsafeRawBufferPointer) throws -> Void)?

  /// The size of the buffer: large enough that a container's small fields cost no system calls, small beside a picture.
  private static let bufferSize: Int32 = 1 << 16

  /// Creates the file, which must not exist.
  init(creating path: String) throws(MediaError) {
    output = nil
    descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw MediaError.system(errno, .opening, "cannot create the file", path: path, fallback: .outputUnavailable)
    }
    LiveObjects.increment()
    try open()
  }

  /// Makes a stream, in which seeking is not possible.
  init(streamingTo output: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void) throws(MediaError) {
    self.output = output
    LiveObjects.increment()
    try open()
    stream?.pointee.seekable = 0
  }

  /// Makes a sink that writes nothing, and counts the bytes in `size`.
  init() throws(MediaError) {
    output = nil
    LiveObjects.increment()
    try open()
  }

  private func open() throws(MediaError) {
    guard let buffer = av_malloc(Int(Self.bufferSize)) else { throw MediaError.outOfMemory(.opening) }
    stream = cff_writing_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in FileSink.from(opaque).write(bytes, Int(count)) },
      output == nil ? { opaque, offset, whence in FileSink.from(opaque).seek(offset, whence) } : nil)
    guard stream != nil else {
      av_free(buffer)
      throw MediaError.outOfMemory(.opening)
    }
  }

  deinit {
    closeFile()
    LiveObjects.decrement()
  }

  /// A Boolean value that says whether seeking is not possible.
  var isStream: Bool { output != nil }

  /// The offset of the next byte.
  var position: Int64 { stream.map { avio_tell($0) } ?? 0 }

  /// Passes everything written so far to the kernel. An error is stored in `failure`.
  func flush() {
    if let stream { avio_flush(stream) }
  }

  /// Replaces bytes that are already in the file, without moving its position.
  func overwrite(_ bytes: [UInt8], at offset: Int64) {
    flush()
    guard descriptor >= 0 else { return }
    var done = 0
    while done < bytes.count, failure == nil {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
      }
      if count >= 0 { done += count } else if errno != EINTR { failure = errno }
    }
  }

  /// Holds back the bytes that are written from now on, in memory, until `release`.
  ///
  /// They must be written in order.
  func holdBack() {
    flush()
    held = []
  }

  /// Changes the bytes that were held back, without changing their number, and writes them.
  func release(_ change: (inout [UInt8]) -> Void) {
    flush()
    guard var bytes = held else { return }
    held = nil
    change(&bytes)
    place -= Int64(bytes.count)
    bytes.withUnsafeBufferPointer { _ = write($0.baseAddress, $0.count) }
  }

  /// Changes the first bytes of the file, without changing their number. A stream is not changed.
  func revise(_ count: Int, _ change: (inout [UInt8]) -> Void) {
    flush()
    guard descriptor >= 0, failure == nil else { return }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + done, count - done, off_t(done)) }
      if read > 0 {
        done += read
      } else if read == 0 || errno != EINTR {
        failure = read == 0 ? EIO : errno
        return
      }
    }
    change(&bytes)
    overwrite(bytes, at: 0)
  }

  /// Closes the file; the kernel may report a failed write only now.
  func close() {
    flush()
    closeFile()
  }

  private func closeFile() {
    if let stream {
      av_free(stream.pointee.buffer)
      avio_context_free(&self.stream)
    }
    guard descriptor >= 0 else { return }
    if Foundation.close(descriptor) != 0, failure == nil { failure = errno }
    descriptor = -1
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> FileSink {
    Unmanaged<FileSink>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func write(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let bytes else { return 0 }
    if held != nil {
      held?.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      place += Int64(count)
      return Int32(count)
    }
    if let output {
      do {
        try output(UnsafeRawBufferPointer(start: bytes, count: count))
        return Int32(count)
      } catch {
        if failure == nil { failure = (error as? POSIXError)?.code.rawValue ?? EIO }
        return cff_error(failure ?? EIO)
      }
    }
    place += Int64(count)
    size = max(size, place)
    guard descriptor >= 0 else { return Int32(count) }
    var done = 0
    while done < count {
      let written = Foundation.write(descriptor, bytes + done, count - done)
      if written >= 0 {
        done += written
      } else if errno != EINTR {
        let number = errno
        if failure == nil { failure = number }
        return cff_error(number)
      }
    }
    return Int32(count)
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return size }
    let start: Int64 = [SEEK_CUR: place, SEEK_END: size][whence & ~AVSEEK_FORCE] ?? 0
    let (target, overflow) = start.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(cff_error(EINVAL)) }
    if descriptor >= 0, lseek(descriptor, off_t(target), SEEK_SET) < 0 { return Int64(cff_error(errno)) }
    place = target
    return target
  }
}
