import CoreMedia
import Foundation
import MediaInterop
import MediaSupport

/// An encoded segment in the file that `SegmentFileWriter` wrote.
struct StoredSegment {
  let timeRange: CMTimeRange
  /// The packets in decode order; their bytes are in the file.
  let packets: [Packet]
  /// The outcome of the pictures, if each of them was measured; otherwise `nil`.
  let trial: PassSegment.Trial?

  /// - Parameter timeBase: the unit of the packets' times.
  /// - Returns: `nil` if there is no such file, or its bytes are not those that were written.
  init?(path: String, timeBase: TimeBase) {
    guard let file = MappedFile(path: path) else { return nil }
    let content = file.bytes.dropLast(SegmentFileLayout.digestSize)
    guard content.count >= SegmentFileLayout.headSize, content.starts(with: SegmentFileLayout.mark) else { return nil }
    var digest = ContentDigest()
    digest.update(UnsafeRawBufferPointer(rebasing: content))
    guard file.bytes.suffix(SegmentFileLayout.digestSize).elementsEqual(digest.text.utf8) else { return nil }
    var cursor = Cursor(bytes: UnsafeRawBufferPointer(rebasing: content), place: SegmentFileLayout.mark.count)
    guard let start = cursor.time(), let end = cursor.time() else { return nil }
    timeRange = CMTimeRange(from: start, to: end)
    var packets: [Packet] = []
    var pictures: [PassSegment.Picture] = []
    while !cursor.isAtEnd {
      guard let (packet, picture) = cursor.packet(timeBase, owner: file) else { return nil }
      packets.append(packet)
      pictures.append(picture)
    }
    self.packets = packets
    trial = pictures.contains { $0.ssim.isNaN } ? nil : PassSegment.Trial(pictures)
  }

  /// Reads the parts of the file one after the other; each is `nil` after the end.
  private struct Cursor {
    let bytes: UnsafeRawBufferPointer
    var place: Int

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
      guard bytes.count - place >= count else { return nil }
      defer { place += count }
      return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
      take(MemoryLayout<Number>.size).map { Number(littleEndian: $0.loadUnaligned(as: type)) }
    }

    mutating func time() -> CMTime? {
      guard let value: Int64 = number(), let scale: Int32 = number() else { return nil }
      return scale > 0 ? CMTime(value: value, timescale: scale) : .positiveInfinity
    }

    mutating func packet(_ timeBase: TimeBase, owner: AnyObject) -> (Packet, PassSegment.Picture)? {
      guard let pts: Int64 = number(), let dts: Int64 = number(), let duration: Int64 = number(),
        let count: UInt32 = number(), let flags: UInt32 = number(), let rateFactor: UInt64 = number(),
        let ssim: UInt64 = number(), let bytes = take(Int(count))
      else { return nil }
      var packet = Packet(bytes: bytes, owner: owner, pts: pts, dts: dts, duration: duration, timeBase: timeBase)
      packet.isKeyFrame = SegmentFileLayout.Flags(rawValue: flags).contains(.keyFrame)
      packet.isDroppable = SegmentFileLayout.Flags(rawValue: flags).contains(.droppable)
      let picture = PassSegment.Picture(
        bits: Int32(clamping: bytes.count * 8), rateFactor: Double(bitPattern: rateFactor),
        ssim: Double(bitPattern: ssim))
      return (packet, picture)
    }
  }
}

/// The bytes of a file, which the kernel reads on demand and can remove from memory again.
private final class MappedFile {
  let bytes: UnsafeRawBufferPointer

  /// - Returns: `nil` for a file that cannot be read, or is empty.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: base, count: Int(status.st_size))
    LiveObjects.increment()
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    LiveObjects.decrement()
  }
}
