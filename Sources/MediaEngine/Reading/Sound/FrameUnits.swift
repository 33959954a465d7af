import MediaInterop

/// Finds the frames in bytes that libavformat took for one frame of sound; each frame states its own length.
///
/// Around damage, libavformat's parsers join bytes that are no frame with the frame before or behind them, and take
/// bytes that begin like a frame for one.
struct FrameUnits {
  let codec: CodecID
  /// The part that the headers of the stream's frames have in common: among broken bytes only such headers are
  /// accepted. It is `nil` while nothing is broken.
  let signature: UInt32?

  /// Returns the ranges that are decoded one by one, in order: all of the bytes if nothing is broken. If the bytes
  /// begin with a frame that is cut by their end, that frame is included: the decoder reports that a part of it is
  /// missing.
  func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    if isSwapped(bytes) { return [0..<bytes.count] }
    var frames: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      if let frame = frame(in: bytes, at: place, follows: frames.last?.upperBound == place) {
        frames.append(frame)
        place = frame.upperBound
      } else {
        let rest = bytes[(place + 1)...]
        place = rest.firstIndex(of: isAC3 ? 0x0B : 0xFF) ?? bytes.count
      }
    }
    let isWhole = frames.reduce(0) { $0 + $1.count } == bytes.count
    return isWhole ? [0..<bytes.count] : units(of: frames, in: bytes)
  }

  private func frame(in bytes: UnsafeRawBufferPointer, at place: Int, follows: Bool) -> Range<Int>? {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
    guard let count = FrameHeader.byteCount(codec, rest), count > 0, isBelieved(rest) else { return nil }
    let end = place + count
    if end > bytes.count { return place == 0 ? place..<bytes.count : nil }
    // Among broken bytes, a candidate counts as a header only if another header or the end follows its frame.
    let isFrame = follows || place == 0 || end == bytes.count || isHeader(bytes[end...])
    return isFrame ? place..<end : nil
  }

  private func isHeader(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return FrameHeader.byteCount(codec, bytes) != nil && isBelieved(bytes)
  }

  private func isBelieved(_ header: UnsafeRawBufferPointer) -> Bool {
    signature == nil || FrameHeader.signature(codec, header) == signature
  }

  /// Groups frames that are decoded together: dependent frames of Enhanced AC-3 with the frame before them (ETSI TS 102
  /// 366, E.1.3.1.1).
  private func units(of frames: [Range<Int>], in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    guard codec == .eac3 else { return frames }
    return frames.reduce(into: []) { units, frame in
      if let last = units.last, last.upperBound == frame.lowerBound, bytes[frame.lowerBound + 2] >> 6 == 1 {
        units[units.count - 1] = last.lowerBound..<frame.upperBound
      } else {
        units.append(frame)
      }
    }
  }

  private var isAC3: Bool { codec == .ac3 || codec == .eac3 }

  /// Returns whether bytes are AC-3 in the other byte order, whose length cannot be read here.
  private func isSwapped(_ bytes: UnsafeRawBufferPointer) -> Bool { isAC3 && bytes.starts(with: [0x77, 0x0B]) }
}
