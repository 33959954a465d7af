import Bitstreams
import MovieFile

extension VideoAttributes {
  /// Returns the size of decoded pictures. The codec's configuration states it. Many containers state another one: that
  /// of all coded blocks, or that of the screen.
  ///
  /// - Parameter stated: the container's size, which is returned if no configuration has one that can be read.
  func decodedSize(stated: (width: Int, height: Int)) -> (width: Int, height: Int) {
    for atom in atoms {
      switch atom.type {
      case "avcC":
        let set = (try? AVCConfiguration(parsing: atom.payload))?.sequenceParameterSets.first
        guard let set, let facts = try? H264SequenceParameterSet(nalUnit: set), facts.endsWithItsUnit else { continue }
        return facts.decodedSize(stated: stated)
      case "hvcC":
        let arrays = (try? HEVCConfiguration(parsing: atom.payload))?.arrays ?? []
        let set = arrays.first { $0.type == .sequenceParameterSet }?.units.first
        guard let set, let facts = try? HEVCSequenceParameterSet(nalUnit: set) else { continue }
        return (facts.width, facts.height)
      case "av1C":
        guard let header = try? AV1Configuration(parsing: atom.payload).sequenceHeader() else { continue }
        return (header.width, header.height)
      default: continue
      }
    }
    return stated
  }
}

extension H264SequenceParameterSet {
  /// Returns the size of decoded pictures. If a container leaves out a part of the last macroblocks, libavcodec's decoder
  /// does, too: older encoders write 1088 rows and leave it to the container that 1080 of them are shown.
  fileprivate func decodedSize(stated: (width: Int, height: Int)) -> (width: Int, height: Int) {
    func isPart(_ stated: Int, of length: Int) -> Bool {
      stated > 0 && stated <= length && (stated - 1) / 16 == (length - 1) / 16
    }
    let isCropped = !cropsAtStart && isPart(stated.width, of: width) && isPart(stated.height, of: height)
    return isCropped ? stated : (width: width, height: height)
  }
}
