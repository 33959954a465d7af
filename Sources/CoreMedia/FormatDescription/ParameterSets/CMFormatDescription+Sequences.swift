internal import Bitstreams
import FoundationSupplement

/// Coded video sequences of H.264 and HEVC, at whose starts a decoder forgets what came before.
extension CMFormatDescription {
  /// Returns whether a sample may follow samples of another part, because a decoder forgets the earlier pictures at it.
  ///
  /// In H.264 such samples are pictures that refresh the decoder at once (IDR): other random-access points count on
  /// from the pictures before them. In HEVC all random-access points are (IRAP), if the part before ends with
  /// `endOfSequence`. Other codecs count nothing across pictures.
  package func startsAnew(_ sample: CMSampleBuffer) -> Bool {
    guard let length = nalUnitHeaderLength, (1...4).contains(length), let data = sample.dataBuffer else { return true }
    let isHEVC = mediaSubType != .h264 && mediaSubType.rawValue != 0x6176_6333
    return
      (try? data.withContiguousBytes { bytes in
        for unit in LengthPrefixedUnits(bytes, lengthSize: length) {
          let header = bytes[unit.lowerBound]
          let type = isHEVC ? header >> 1 & 0x3F : header & 0x1F
          if isHEVC ? (16...21).contains(type) : type == 5 { return true }
        }
        return false
      }) ?? false
  }

  /// Returns a copy of an HEVC sample that ends its sequence (H.265, 7.4.2.4.4): the next picture counts anew, and those
  /// that follow it may not refer to pictures before. It is `nil` for other codecs.
  package func endingSequence(_ sample: CMSampleBuffer) -> CMSampleBuffer? {
    guard mediaSubType == .hevc || mediaSubType == .hevcWithSetsInSamples, let length = nalUnitHeaderLength,
      let data = sample.dataBuffer, let bytes = try? data.withContiguousBytes({ [UInt8]($0) })
    else { return nil }
    let unit = [UInt8](repeating: 0, count: length - 1) + [2] + Self.endOfSequence
    guard let timings = try? sample.sampleTimingInfos() else { return nil }
    let ended = SampleBytes(bytes + unit)
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(bytes: UnsafeRawBufferPointer(ended.bytes), owner: ended), format: self,
      sampleCount: 1, timings: timings, sizes: [ended.bytes.count], flags: [sample.flags(at: 0)])
  }

  /// The NAL unit of type 36.
  private static let endOfSequence: [UInt8] = [36 << 1, 1]
}

/// The bytes of a sample that was changed.
private final class SampleBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ content: [UInt8]) {
    bytes = .allocate(byteCount: content.count, alignment: 16)
    bytes.copyBytes(from: content)
  }

  deinit { bytes.deallocate() }
}
