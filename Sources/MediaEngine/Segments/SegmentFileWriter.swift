import CoreMedia
import Foundation
import MediaInterop
import MediaSupport

/// Writes an encoded segment to a file that gets its final name when it is complete and on the disk. A file with that
/// name is therefore never incomplete, even after a power cut. A writer that is released before it has finished leaves
/// no file.
final class SegmentFileWriter {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  /// The bytes that were not written to the file yet.
  private var buffer: [UInt8] = []
  private var digest = ContentDigest()
  private var isPublished = false

  /// The number of bytes that are written at once: whole blocks of the digest.
  private static let bufferSize = 1 << 20

  /// - Throws: `MediaError(.diskFull)`, `.inputOutput`.
  init(path: String, timeRange: CMTimeRange) throws(MediaError) {
    self.path = path
    // Another machine may encode the same segment at the same time.
    temporaryPath = "\(path).\(UInt64.random(in: 0 ... .max)).partial"
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    buffer.reserveCapacity(Self.bufferSize)
    put(SegmentFileLayout.mark)
    for time in [timeRange.start, timeRange.end] {
      put(time.isNumeric ? time.value : 0)
      put(time.isNumeric ? time.timescale : 0)
    }
  }

  deinit {
    close(descriptor)
    if !isPublished { unlink(temporaryPath) }
  }

  /// - Parameter measurement: the encoder's figures for the picture; `nil` if it has none.
  /// - Throws: as `init`.
  func append(_ packet: Packet, _ measurement: H264Encoder.Measurement? = nil) throws(MediaError) {
    put(packet.pts ?? 0)
    put(packet.dts ?? 0)
    put(packet.duration)
    put(UInt32(packet.bytes.count))
    put(SegmentFileLayout.Flags(packet).rawValue)
    for figure in [measurement?.rateFactor, measurement?.ssim] { put((figure ?? .nan).bitPattern) }
    put(packet.bytes)
    if buffer.count >= Self.bufferSize { try flush(buffer.count - buffer.count % ContentDigest.blockSize) }
  }

  /// Gives the file its final name.
  ///
  /// - Throws: as `init`.
  func finish() throws(MediaError) {
    try flush(buffer.count)
    put(Array(digest.text.utf8))
    try write(buffer.count)
    // The bytes must be on the disk before the name is.
    guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw Self.failure(errno, path) }
    isPublished = true
  }

  private func put(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }
  private func put(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { put($0) } }

  private func flush(_ count: Int) throws(MediaError) {
    buffer.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    try write(count)
  }

  private func write(_ count: Int) throws(MediaError) {
    var written = 0
    while written < count {
      let result = buffer.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, count - written) }
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw Self.failure(errno, path) }
      written += result
    }
    buffer.removeFirst(count)
  }

  private static func failure(_ code: Int32, _ path: String) -> MediaError {
    .system(code, .encoding, "a segment cannot be stored", path: path)
  }
}
