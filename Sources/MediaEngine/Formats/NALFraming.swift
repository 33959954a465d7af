import CoreMedia
import MovieFile

/// How NAL units lie in the samples of a format.
struct NALFraming {
  let codec: NALCodec
  /// Bytes of the length in front of each.
  let lengthSize: Int
  /// Where H.264's pictures say their timing.
  private(set) var timing: H264PictureTiming?

  /// `nil` for a format without NAL units, and for a record that cannot be parsed.
  init?(_ format: CMFormatDescription) {
    let atoms = format.extensions.atoms
    func record(_ type: FourCC) -> [UInt8]? { atoms.first { $0.type == type }?.payload }
    if let configuration = record("hvcC").flatMap({ try? HEVCConfiguration(parsing: $0) }) {
      (codec, lengthSize) = (.hevc, configuration.lengthSize)
    } else if let configuration = record("avcC").flatMap({ try? AVCConfiguration(parsing: $0) }) {
      (codec, lengthSize) = (.h264, configuration.lengthSize)
      let set = configuration.sequenceParameterSets.first.flatMap { try? H264SequenceParameterSet(nalUnit: $0) }
      timing = set?.usability?.pictureTiming
    } else {
      return nil
    }
  }
}
