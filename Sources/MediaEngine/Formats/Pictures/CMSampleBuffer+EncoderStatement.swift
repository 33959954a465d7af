import Bitstreams
package import CoreMedia
import MovieFile

extension CMSampleBuffer {
  /// The statement of the encoder of H.264 or HEVC about itself, in the picture or in the configuration; `nil` if there
  /// is none.
  package var encoderStatement: String? {
    guard let format = formatDescription, let framing = NALFraming(format) else { return nil }
    let within = try? dataBuffer?.withContiguousBytes { bytes in
      EncoderStatement(bytes, codec: framing.codec, lengthSize: framing.lengthSize)
    }
    return (within ?? format.encoderStatement)?.text
  }
}

extension CMFormatDescription {
  /// The encoder's statement in HEVC's configuration, which may have messages of its own for all pictures.
  fileprivate var encoderStatement: EncoderStatement? {
    let record = extensions.atoms.first { $0.type == "hvcC" }?.payload
    guard let configuration = record.flatMap({ try? HEVCConfiguration(parsing: $0) }) else { return nil }
    return EncoderStatement(units: configuration.arrays.flatMap(\.units), codec: .hevc)
  }
}
