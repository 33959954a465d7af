internal import Bitstreams
import FoundationSupplement

/// Coded video sequences of H.264 and HEVC, at whose starts a decoder forgets what came before.
extension CMFormatDescription {
  /// Returns whether a sample may follow samples of another part, because a decoder forgets the earlier pictures at it.
  ///
  /// In H.264 such samples are pictures that refresh the decoder at once (IDR): other random-access points count on
  /// from the pictures before them. In HEVC all random-access points are (IRAP), if the part before ends with
  /// `endingSequence(_:)`, or the part begins with `breakingLink(_:)`. Other codecs count nothing across pictures.
  package func startsAnew(_ sample: CMSampleBuffer) -> Bool {
    guard let record = parameterSetRecord, let length = lengthSize, let data = sample.dataBuffer else { return true }
    return
      (try? data.withContiguousBytes { bytes in
        LengthPrefixedUnits(bytes, lengthSize: length).contains { unit in
          let header = bytes[unit.lowerBound]
          return switch record.codec {
          case .h264: H264NALUnitType(header: header) == .instantaneousRefreshSlice
          case .hevc: HEVCNALUnitType(header: header).isRandomAccessPoint
          }
        }
      }) ?? false
  }

  /// Returns a copy of an HEVC sample that ends its sequence (H.265, 7.4.2.4.4): the next picture counts anew, and those
  /// that follow it may not refer to pictures before. It is `nil` for other codecs.
  package func endingSequence(_ sample: CMSampleBuffer) -> CMSampleBuffer? {
    guard isHEVC, let length = lengthSize, let data = sample.dataBuffer,
      let bytes = try? data.withContiguousBytes({ [UInt8]($0) })
    else { return nil }
    let endOfSequence = [HEVCNALUnitType.endOfSequence.rawValue << 1, 1]
    return sample.copy(bytes: bytes + [UInt8](repeating: 0, count: length - 1) + [2] + endOfSequence)
  }

  /// Returns a copy of an HEVC sample in which the random-access picture of an open group (CRA) is a broken link (BLA,
  /// H.265, 7.4.2.2): a decoder counts anew there, as it must behind samples of another part, and decodes no picture
  /// that refers to those before. It is `nil` for other codecs and other pictures.
  package func breakingLink(_ sample: CMSampleBuffer) -> CMSampleBuffer? {
    guard isHEVC, let length = lengthSize, let data = sample.dataBuffer,
      var bytes = try? data.withContiguousBytes({ [UInt8]($0) })
    else { return nil }
    let headers = bytes.withUnsafeBytes { bytes in
      LengthPrefixedUnits(bytes, lengthSize: length).map(\.lowerBound)
        .filter { HEVCNALUnitType(header: bytes[$0]) == .cleanRandomAccess }
    }
    if headers.isEmpty { return nil }
    // Only the type is in the header's bits 1 to 6; the rest of the picture is the same for both types.
    for header in headers { bytes[header] = bytes[header] & 0x81 | HEVCNALUnitType.brokenLink.rawValue << 1 }
    return sample.copy(bytes: bytes)
  }

  /// The number of bytes of a NAL unit's length. It is `nil` for codecs without NAL units.
  private var lengthSize: Int? { nalUnitHeaderLength.flatMap { (1...4).contains($0) ? $0 : nil } }

  /// A Boolean value that says whether NAL units are those of HEVC.
  private var isHEVC: Bool { parameterSetRecord?.codec == .hevc }
}

extension CMSampleBuffer {
  /// Creates a copy of a buffer of one sample with other bytes.
  fileprivate func copy(bytes: [UInt8]) -> CMSampleBuffer {
    let changed = SampleBytes(bytes)
    return copy(data: CMBlockBuffer(bytes: UnsafeRawBufferPointer(changed.bytes), owner: changed))
  }
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
