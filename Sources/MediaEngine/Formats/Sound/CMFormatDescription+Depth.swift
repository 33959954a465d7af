import Bitstreams
import CoreMedia
import MediaInterop
import MovieFile

extension CMFormatDescription {
  /// The number of bits that a sample of DTS-HD needs to keep all that a lossless extension codes, as the sample entry
  /// states it. It is `nil` for other sound, and for DTS that is lossy.
  var extensionDepth: Int? {
    guard ["dtsc", "dtsh", "dtsl"].contains(code) else { return nil }
    let record = extensions.atoms.first { $0.type == "ddts" }?.payload
    guard let stated = record.flatMap({ try? DTSConfiguration(parsing: $0) }) else {
      // The code of the core alone stands for no extension.
      return code == "dtsc" ? nil : CodecParameters.usualLosslessDepth
    }
    guard stated.mayBeLossless else { return nil }
    let depth = Int(stated.sampleDepth)
    return (1...CodecParameters.usualLosslessDepth).contains(depth) ? depth : CodecParameters.usualLosslessDepth
  }
}
