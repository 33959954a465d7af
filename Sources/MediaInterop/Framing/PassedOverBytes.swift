internal import CFFmpeg
internal import Glibc
internal import MediaSupport

/// Finds the bytes that libavformat silently skips between two frames of ADTS when it looks for the next syncword. It
/// finds the packets in the file's own bytes.
final class PassedOverBytes {
  private let bytes: IOContext
  /// The end of the last packet that was found.
  private var place: Int64 = 0
  /// A Boolean value that says whether the last packet was found exactly.
  private var isExact = true
  private var isAtStart = true
  /// The number of bytes that may still be searched for packets that are not where they are expected.
  private var effort: Int64

  /// The number of bytes that are searched at once for a frame.
  private static let windowSize = 64 << 10
  /// The number of bytes at the end of a packet that identify it: a packet after bytes that only look like a header is
  /// assembled from pieces, so its start cannot be found.
  private static let tailSize = 32

  /// The number of times that the file's bytes may be searched in all, since a packet may not exist in the file, so
  /// that the search goes to its end. Ordinary damage needs fewer.
  private static let largestEffort: Int64 = 16

  /// Opens the file a second time.
  ///
  /// - Returns: `nil` for a source that is no stream of ADTS, or no file, since other sources would be fetched twice.
  init?(of probe: Probe, cancellation: Cancellation?) throws(MediaError) {
    guard case .file = probe.source, probe.traits.isADTS else { return nil }
    bytes = try IOContext(probe.source, cancellation: cancellation)
    effort = Self.largestEffort * max(0, avio_size(bytes.pointer))
  }

  /// Returns the number of bytes before a packet that belong to no packet and no tag; 0 before the first packet.
  func count(before packet: Packet) -> Int {
    guard !packet.bytes.isEmpty else { return 0 }
    var expected = place
    while let tag = TagBlock.byteCount(read(at: expected, count: TagBlock.headerSize)) { expected += tag }
    defer { isAtStart = false }
    let isHere = isHere(packet, expected)
    // So few bytes would be found anywhere. The next packet shows where they were.
    if !isHere, packet.bytes.count < Self.tailSize { return 0 }
    let unbroken = expected + Int64(packet.bytes.count)
    let wasExact = isExact
    let found = isHere ? unbroken : end(of: packet, from: expected)
    isExact = found != nil
    place = found ?? place
    return isAtStart || !wasExact ? 0 : found.map { Int(clamping: $0 - unbroken) } ?? 0
  }

  /// A Boolean value that says whether the bytes after the last packet are the beginning of another one that is too
  /// short for the library to recognize.
  var endsInHeader: Bool {
    guard isExact else { return false }
    let rest = read(at: place, count: TagBlock.headerSize)
    return rest.first == 0xFF && (rest.count == 1 || rest[1] & 0xF6 == 0xF0)
  }

  private func isHere(_ packet: Packet, _ place: Int64) -> Bool {
    let head = packet.bytes.prefix(TagBlock.headerSize)
    return read(at: place, count: head.count).elementsEqual(head)
  }

  /// Returns the end of a packet that begins at or after an offset.
  private func end(of packet: Packet, from first: Int64) -> Int64? {
    let tail = packet.bytes.suffix(Self.tailSize)
    var start = first + Int64(packet.bytes.count - tail.count)
    while effort > 0 {
      let window = read(at: start, count: Self.windowSize + tail.count)
      guard window.count >= tail.count else { return nil }
      effort -= Int64(window.count)
      if let end = window.end(ofFirst: tail) { return start + Int64(end) }
      start += Int64(Self.windowSize)
    }
    return nil
  }

  /// Reads bytes. The library's context buffers them, so sequential reading needs no system call for each frame.
  private func read(at offset: Int64, count: Int) -> [UInt8] {
    guard avio_seek(bytes.pointer, offset, SEEK_SET) == offset else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, Int(avio_read(bytes.pointer, buffer.baseAddress, Int32(clamping: count))))
    }
  }
}

extension [UInt8] {
  /// Returns the end of the first occurrence of other bytes.
  fileprivate func end(ofFirst other: some Collection<UInt8>) -> Int? {
    let other = [UInt8](other)
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let first = other.first else { return nil }
      var place = 0
      while bytes.count - place >= other.count {
        guard let found = memchr(base + place, Int32(first), bytes.count - place - other.count + 1) else { return nil }
        place = UnsafeRawPointer(found) - base
        if memcmp(found, other, other.count) == 0 { return place + other.count }
        place += 1
      }
      return nil
    }
  }
}
