internal import Bitstreams
internal import CoreGraphics
import FoundationSupplement

/// The parameter sets in an `avcC` (ISO 14496-15, 5.3.3) or `hvcC` (8.3.3) record, in memory that stays where it is.
final class ParameterSetRecord: @unchecked Sendable {
  // Sendable: nothing changes the bytes once they were copied.

  /// The codec of the sets, and of the units of samples.
  let codec: NALCodec
  let nalUnitHeaderLength: Int
  let sets: [UnsafeBufferPointer<UInt8>]
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Reads the record among a description's atoms. Returns `nil` if there is none, or a broken one.
  convenience init?(codecType: CMVideoCodecType, extensions: CMFormatDescription.Extensions) {
    guard let atoms = extensions.atomContents else { return nil }
    if let payload = atoms["avcC"]?.first.map(Array.init) {
      guard let record = try? AVCConfiguration(parsing: payload) else { return nil }
      self.init(.h264, record.sequenceParameterSets + record.pictureParameterSets, headerLength: record.lengthSize)
    } else if let payload = atoms["hvcC"]?.first.map(Array.init) {
      guard let record = try? HEVCConfiguration(parsing: payload) else { return nil }
      self.init(.hevc, record.arrays.flatMap(\.units), headerLength: record.lengthSize)
    } else {
      return nil
    }
  }

  private init(_ codec: NALCodec, _ sets: [[UInt8]], headerLength: Int) {
    self.codec = codec
    bytes = .allocate(capacity: sets.reduce(0) { $0 + $1.count })
    nalUnitHeaderLength = headerLength
    var end = 0
    self.sets = sets.map { [bytes] set in
      let place = UnsafeMutableBufferPointer(rebasing: bytes[end..<end + set.count])
      _ = place.initialize(from: set)
      end += set.count
      return UnsafeBufferPointer(place)
    }
  }

  deinit { bytes.deallocate() }
}
