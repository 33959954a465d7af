import Bitstreams
import MovieFile

extension VideoAttributes {
  /// A Boolean value that says whether the codec's configuration states that no picture has two fields; `nil` where
  /// there is no configuration of H.264 or HEVC.
  var statesWholePictures: Bool? {
    for atom in atoms {
      switch atom.type {
      case "avcC":
        let sets = (try? AVCConfiguration(parsing: atom.payload))?.sequenceParameterSets ?? []
        let facts = sets.map { try? H264SequenceParameterSet(nalUnit: $0) }
        return !facts.isEmpty && facts.allSatisfy { $0?.holdsOnlyFrames == true }
      case "hvcC":
        // `general_progressive_source_flag` and `general_interlaced_source_flag` (ITU-T H.265, 7.4.4).
        guard let record = try? HEVCConfiguration(parsing: atom.payload) else { continue }
        return record.profileTierLevel.constraints >> 46 == 0b10
      default: continue
      }
    }
    return nil
  }
}
