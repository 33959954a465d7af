internal import Glibc
package import MediaSupport
internal import Synchronization

/// A growing WAV file of 32-bit floats, which is complete after each write: its header is updated every time.
///
/// Only one thread at a time may write. Writing allocates no memory, but waits for the disk. A failure ends the
/// recording, keeps what was recorded, and is stored in `error`.
package final class WAVRecorder: Sendable {
  /// The file, as the user named it.
  package let path: String
  private let file: Int32
  private let header: WAVHeader
  private let bytesPerFrame: Int
  private let frameCount = Atomic<Int64>(0)
  private let failure = Atomic<Int32>(0)
  private let isClosed = Atomic<Bool>(false)
  // Only the writing thread accesses the memory, which is freed after its last use.
  private nonisolated(unsafe) let headerBytes: UnsafeMutableRawBufferPointer

  /// Creates the file, or empties an existing one.
  ///
  /// - Throws: `MediaError(.outputUnavailable)` if that is not possible, `.inputOutput` or `.diskFull` for its header.
  package init(path: String, format: SoundFormat) throws {
    self.path = path
    header = WAVHeader(format: format)
    bytesPerFrame = format.channelCount * MemoryLayout<Float>.size
    headerBytes = .allocate(byteCount: WAVHeader.size, alignment: 16)
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    LiveObjects.increment()
    guard file >= 0 else {
      let code = errno
      throw MediaError(
        .outputUnavailable, .opening, "the sound cannot be recorded: \(String(cString: strerror(code)))", path: path,
        code: code)
    }
    writeHeader()
    if let error { throw error }
  }

  deinit {
    close()
    headerBytes.deallocate()
    LiveObjects.decrement()
  }

  /// The error that ended the recording early; `nil` if there was none.
  package var error: MediaError? {
    let code = failure.load(ordering: .acquiring)
    guard code != 0 else { return nil }
    return MediaError(
      code == ENOSPC ? .diskFull : .inputOutput, .writing,
      "recording the sound ended early: \(String(cString: strerror(code)))", path: path, code: code)
  }

  /// Adds interleaved samples of whole frames.
  package func write(_ samples: UnsafeBufferPointer<Float>) {
    guard isWritable else { return }
    let count = frameCount.load(ordering: .relaxed)
    write(UnsafeRawBufferPointer(samples), at: Int64(WAVHeader.size) + count * Int64(bytesPerFrame))
    guard isWritable else { return }
    frameCount.store(count + Int64(samples.count * MemoryLayout<Float>.size / bytesPerFrame), ordering: .relaxed)
    writeHeader()
  }

  /// Removes the last frames from the file, because they were not heard.
  package func discard(frames: Int64) {
    guard frames > 0, isWritable else { return }
    let count = max(0, frameCount.load(ordering: .relaxed) - frames)
    frameCount.store(count, ordering: .relaxed)
    writeHeader()
    if ftruncate(file, off_t(Int64(WAVHeader.size) + count * Int64(bytesPerFrame))) != 0 { fail() }
  }

  /// Closes the file, which ends the recording.
  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing), file >= 0 else { return }
    if Glibc.close(file) != 0 { fail() }
  }

  private var isWritable: Bool {
    !isClosed.load(ordering: .acquiring) && failure.load(ordering: .relaxed) == 0
  }

  private func fail() { _ = failure.compareExchange(expected: 0, desired: errno, ordering: .acquiringAndReleasing) }

  private func writeHeader() {
    header.write(to: headerBytes, frameCount: frameCount.load(ordering: .relaxed))
    write(UnsafeRawBufferPointer(headerBytes), at: 0)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(file, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return fail()
      }
    }
  }
}
