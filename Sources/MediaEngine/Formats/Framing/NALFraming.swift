import Bitstreams
import CoreMedia
import MovieFile

/// The framing of NAL units in the samples of a format.
struct NALFraming {
  let codec: NALCodec
  /// The number of bytes of the length in front of each unit.
  let lengthSize: Int
  /// The form in which H.264's pictures state their timing.
  private(set) var timing: H264PictureTiming?
  /// A Boolean value that says whether H.264's pictures never have two fields.
  private(set) var holdsOnlyFrames = true

  /// Makes the framing of a format; `nil` for a format without NAL units, and for a record that cannot be parsed.
  init?(_ format: CMFormatDescription) {
    let atoms = format.extensions.atoms
    func record(_ type: FourCC) -> [UInt8]? { atoms.first { $0.type == type }?.payload }
    if let configuration = record("hvcC").flatMap({ try? HEVCConfiguration(parsing: $0) }) {
      (codec, lengthSize) = (.hevc, configuration.lengthSize)
    } else if let configuration = record("avcC").flatMap({ try? AVCConfiguration(parsing: $0) }) {
      (codec, lengthSize) = (.h264, configuration.lengthSize)
      let set = configuration.sequenceParameterSets.first.flatMap { try? H264SequenceParameterSet(nalUnit: $0) }
      timing = set?.usability?.pictureTiming
      holdsOnlyFrames = set?.holdsOnlyFrames ?? true
    } else {
      return nil
    }
  }
}
